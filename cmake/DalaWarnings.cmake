# The warnings every target of this project is built with; all of them are errors.
add_library(dala_warnings INTERFACE)
target_compile_options(dala_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports overlaps and lengths in std::string's own code that cannot happen.
  target_compile_options(dala_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
if(DALA_UNITY)
  # What one file of a folder names, another may name inside a function (DalaUnity.cmake), and what is
  # declared in unnamed namespaces looks as if it came from a header.
  target_compile_options(dala_warnings INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(dala_warnings INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(DALA_SANITIZE)
  # What sanitizers add to the code makes GCC see dangers that are none; the plain build is the one whose
  # warnings count.
  target_compile_options(dala_warnings INTERFACE -Wno-error)
endif()
