// Which sanitizer a test is built with. GCC says so by macros, clang by features.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define DALA_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define DALA_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DALA_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define DALA_THREAD_SANITIZER 1
#endif
#endif
