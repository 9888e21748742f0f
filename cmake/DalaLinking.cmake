# Which build a file is of, so that nothing kept by another is used (core/process/build_id.hpp).
add_link_options(-Wl,--build-id=sha1)

# Every library names all that it uses. One that relies on what its program happens to have loaded
# works in some programs and not in others: virtual machines and scripts load libraries for themselves
# alone. Clang's sanitizers are in the program only.
if(NOT (DALA_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang))
  string(APPEND CMAKE_SHARED_LINKER_FLAGS " -Wl,--no-undefined")
  string(APPEND CMAKE_MODULE_LINKER_FLAGS " -Wl,--no-undefined")
endif()
