# The warnings every target of this project is built with; all of them are errors.
add_library(dala_warnings INTERFACE)
target_compile_options(dala_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports overlaps in std::string's own code that cannot happen.
  target_compile_options(dala_warnings INTERFACE -Wno-restrict)
endif()
