// The named parameters of a kernel call.
//
//   compute.run_kernel("relu", {a}, b, {{"slope", 0.1}});
//   compute.run_kernel("transpose", {a}, b, {{"axes", dala::Integers{1, 0, 2}}});
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <dala/core/export.hpp>
#include <dala/core/small_vector.hpp>

namespace dala {

enum class ParamType : std::uint8_t { boolean, integer, number, integers, text };

// "boolean", "integer", "number", "list of integers", "text"
[[nodiscard]] DALA_API std::string_view to_string(ParamType type);

using Integers = std::vector<std::int64_t>;

// One value: nothing, true/false, an integer, a number, a list of integers, or text.
class DALA_API ParamValue {
 public:
  ParamValue();
  // In the library: inlined into callers, GCC 12 warns about parts of the value it does not hold.
  ParamValue(const ParamValue& other);
  ParamValue(ParamValue&& other) noexcept;
  ParamValue& operator=(const ParamValue& other);
  ParamValue& operator=(ParamValue&& other) noexcept;
  ~ParamValue();
  ParamValue(bool value) : value_(value) {}
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  ParamValue(T value) : value_(static_cast<std::int64_t>(value)) {}
  template <std::floating_point T>
  ParamValue(T value) : value_(static_cast<double>(value)) {}
  ParamValue(const char* value) : value_(std::string(value)) {}
  ParamValue(std::string value) : value_(std::move(value)) {}
  ParamValue(Integers value) : value_(std::move(value)) {}

  [[nodiscard]] bool has_value() const { return !std::holds_alternative<std::monostate>(value_); }
  template <typename T>
  [[nodiscard]] const T* get_if() const {
    return std::get_if<T>(&value_);
  }

  // For code that knows the type because the value was checked against a description.
  [[nodiscard]] bool boolean() const { return *std::get_if<bool>(&value_); }
  [[nodiscard]] std::int64_t integer() const { return *std::get_if<std::int64_t>(&value_); }
  [[nodiscard]] double number() const { return *std::get_if<double>(&value_); }
  [[nodiscard]] const Integers& integers() const { return *std::get_if<Integers>(&value_); }
  [[nodiscard]] const std::string& text() const { return *std::get_if<std::string>(&value_); }

  friend bool operator==(const ParamValue&, const ParamValue&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, Integers, std::string> value_;
};

// "0.1", "{1, 0, 2}", "true"
[[nodiscard]] DALA_API std::string to_string(const ParamValue& value);

// A value of this type as people write it: "true", "3", "0.5", "1,0,2", any text. Nothing when it
// is not one.
[[nodiscard]] DALA_API std::optional<ParamValue> parse_value(ParamType type, std::string_view text);
// What such a text is, for messages: "a whole number, as 3".
[[nodiscard]] DALA_API std::string_view written_form(ParamType type);

struct Param {
  std::string name;
  ParamValue value;
};

class DALA_API Params {
 public:
  Params() = default;
  Params(std::initializer_list<std::pair<std::string_view, ParamValue>> entries) {
    for (const auto& [name, value] : entries) set(name, value);
  }

  // Sets or replaces.
  void set(std::string_view name, ParamValue value);
  [[nodiscard]] const ParamValue* find(std::string_view name) const;
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Param* begin() const { return entries_.begin(); }
  [[nodiscard]] const Param* end() const { return entries_.end(); }

 private:
  SmallVector<Param, 4> entries_;
};

}  // namespace dala
