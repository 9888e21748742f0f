#include <dala/core/must.hpp>

#include <cstdio>
#include <cstdlib>

#include "core/format.hpp"

namespace dala {

void end_program(const Error& error, const std::source_location& where) {
  const std::string line = format("{}:{}: {}: {}\n", where.file_name(), where.line(),
                                  to_string(error.code), error.message);
  std::fputs(line.c_str(), stderr);
  // Other threads of the library may be at work, so nothing is torn down under them.
  std::fflush(nullptr);
  std::_Exit(1);
}

}  // namespace dala
