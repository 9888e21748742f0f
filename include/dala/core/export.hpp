// DALA_API marks what libdala.so exports; everything else stays inside the library.
#pragma once

#if defined(__GNUC__)
#define DALA_API __attribute__((visibility("default")))
#else
#define DALA_API
#endif
