#include <dala/core/error.hpp>

#include <utility>

namespace dala {

std::string_view to_string(ErrorCode code) {
  switch (code) {
#define X(name, text)   \
  case ErrorCode::name: \
    return #name;
#include <dala/core/error_codes.inc>
#undef X
  }
  std::unreachable();
}

std::string_view advice(ErrorCode code) {
  switch (code) {
#define X(name, text)   \
  case ErrorCode::name: \
    return text;
#include <dala/core/error_codes.inc>
#undef X
  }
  std::unreachable();
}

}  // namespace dala
