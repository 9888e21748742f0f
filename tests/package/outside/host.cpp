// A program that knows nothing of Dala and loads a library that does, for that library alone.
//   host PLUGIN PART...
#include <dlfcn.h>

#include <cstdio>

int main(int count, char** words) {
  if (count < 2) return 2;
  void* plugin = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  const auto why_not = reinterpret_cast<const char* (*)(const char*)>(dlsym(plugin, "why_not"));
  if (why_not == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  int failed = 0;
  for (int i = 2; i < count; ++i) {
    const char* reason = why_not(words[i]);
    if (*reason != '\0') failed = 1;
    std::printf("%s: %s\n", words[i], *reason == '\0' ? "works" : reason);
  }
  return failed;
}
