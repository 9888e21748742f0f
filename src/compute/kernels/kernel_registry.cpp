#include "compute/kernels/kernel_registry.hpp"

#include <algorithm>
#include <mutex>
#include <tuple>

#include "compute/kernels/name_hint.hpp"
#include "core/error.hpp"
#include "core/nearest.hpp"

namespace dala {

namespace {

Result<void> check_description(const KernelInfo& info) {
  const auto legal = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (info.name.empty() || info.name.size() > 64 || !std::ranges::all_of(info.name, legal))
    return fail(ErrorCode::invalid_argument,
                "\"{}\" cannot name a kernel: names are 1 to 64 lower-case letters, digits and "
                "underscores",
                info.name);
  if (info.outputs.empty())
    return fail(ErrorCode::invalid_argument, "{}: a kernel needs at least one output", info.name);
  return {};
}

bool is_generated(std::string_view name) { return name.contains(generated_mark); }

}  // namespace

KernelRegistry::KernelRegistry() {
  KernelDefList defs;
  define_elementwise(defs);
  define_activation(defs);
  define_cast(defs);
  define_softmax(defs);
  define_transpose(defs);
  define_reduction(defs);
  define_matmul(defs);
  define_generate(defs);
  for (KernelDef& def : defs) {
    const std::string name = def.info.name;
    entries_[name] = std::make_shared<const KernelEntry>(
        KernelEntry{std::move(def.info), BuiltinKernel{def.infer}});
  }
}

std::shared_ptr<const KernelEntry> KernelRegistry::look_up(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second;
}

Result<std::shared_ptr<const KernelEntry>> KernelRegistry::find(std::string_view name) const {
  if (auto found = look_up(name)) return found;
  const std::shared_lock lock(mutex_);
  std::vector<std::string_view> names;
  for (const auto& [known, entry] : entries_)
    if (!is_generated(known)) names.push_back(known);
  if (const std::string other = name_hint(name); !other.empty())
    return fail(ErrorCode::unknown_kernel, "there is no kernel \"{}\"; it is {}", name, other);
  const std::string_view near = nearest(name, names);
  return fail(ErrorCode::unknown_kernel, "there is no kernel \"{}\"{}", name,
              near.empty() ? std::string("; `dala kernels` lists those there are")
                           : format("; did you mean \"{}\"?", near));
}

Result<void> KernelRegistry::put(KernelEntry entry, bool may_replace) {
  DALA_TRY(check_description(entry.info()));
  const std::string name = entry.info().name;
  auto added = std::make_shared<const KernelEntry>(std::move(entry));
  const std::unique_lock lock(mutex_);
  const auto known = entries_.find(name);
  if (known != entries_.end() && known->second->is<BuiltinKernel>())
    return fail(ErrorCode::already_exists, "{} is built in; choose another name", name);
  if (known != entries_.end() && !may_replace)
    return fail(ErrorCode::already_exists, "there is already a kernel \"{}\"", name);
  place(name, std::move(added));
  return {};
}

void KernelRegistry::place(const std::string& name, std::shared_ptr<const KernelEntry> entry) {
  auto& here = entries_[name];
  if (here != nullptr) here->outdated.raise();
  here = std::move(entry);
}

void KernelRegistry::erase(std::string_view name) {
  const auto known = entries_.find(name);
  if (known == entries_.end()) return;
  known->second->outdated.raise();
  entries_.erase(known);
}

Result<void> KernelRegistry::add(KernelEntry entry) { return put(std::move(entry), false); }

Result<void> KernelRegistry::replace(KernelEntry entry) { return put(std::move(entry), true); }

Result<void> KernelRegistry::remove(std::string_view name) {
  DALA_ASSIGN(const auto entry, find(name));
  if (is_generated(name))
    return fail(ErrorCode::invalid_argument, "{} is the library's own and cannot be removed",
                label_of(name));
  if (entry->is<BuiltinKernel>())
    return fail(ErrorCode::invalid_argument, "{} is built in and cannot be removed", name);
  const std::unique_lock lock(mutex_);
  erase(name);
  return {};
}

std::vector<KernelInfo> KernelRegistry::list() const {
  std::vector<KernelInfo> infos;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [name, entry] : entries_)
      if (!is_generated(name)) infos.push_back(entry->info());
  }
  std::ranges::sort(infos, [](const KernelInfo& a, const KernelInfo& b) {
    return std::tie(a.family, a.name) < std::tie(b.family, b.name);
  });
  return infos;
}

Result<std::string> KernelRegistry::add_generated(
    std::string_view label, std::string content, const std::function<Result<KernelEntry>()>& make) {
  // Two contents with one hash are told apart by the next number.
  for (std::size_t hash = std::hash<std::string>{}(content);; ++hash) {
    std::string name = format("{}{}{:016x}", label, generated_mark, hash);
    auto known = look_up(name);
    if (known == nullptr) {
      DALA_ASSIGN(KernelEntry made, make());
      DALA_TRY(check_description(made.info()));
      made.content = content;
      auto added = std::make_shared<const KernelEntry>(std::move(made));
      const std::unique_lock lock(mutex_);
      // Another thread may have registered it in the meantime.
      known = entries_.try_emplace(name, std::move(added)).first->second;
    }
    if (known->content == content) return name;
  }
}

Result<void> KernelRegistry::put_own(const std::string& name, KernelEntry entry) {
  DALA_TRY(check_description(entry.info()));
  auto added = std::make_shared<const KernelEntry>(std::move(entry));
  const std::unique_lock lock(mutex_);
  place(name, std::move(added));
  return {};
}

void KernelRegistry::remove_own(std::string_view name) {
  const std::unique_lock lock(mutex_);
  erase(name);
}

Result<std::shared_ptr<const KernelEntry>> KernelRegistry::find_run(
    const std::string& content, const std::function<Result<KernelEntry>()>& make) const {
  {
    const std::shared_lock lock(mutex_);
    if (const auto known = runs_.find(content); known != runs_.end()) return known->second;
  }
  DALA_ASSIGN(KernelEntry made, make());
  auto added = std::make_shared<const KernelEntry>(std::move(made));
  const std::unique_lock lock(mutex_);
  return runs_.try_emplace(content, std::move(added))
      .first->second;  // no effect where another thread has registered it meanwhile
}

std::size_t KernelRegistry::size() const {
  const std::shared_lock lock(mutex_);
  return entries_.size();
}

}  // namespace dala
