# The warnings every target of this project is built with; all of them are errors.
add_library(dala_warnings INTERFACE)
target_compile_options(dala_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
