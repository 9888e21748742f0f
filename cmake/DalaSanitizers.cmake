# -DDALA_SANITIZE=address,undefined or thread, for the whole build.
set(DALA_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them")
if(DALA_SANITIZE)
  add_compile_options(-fsanitize=${DALA_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # It reads bytes in front of every function that is called through a pointer, which those that the
    # JIT makes do not have.
    add_compile_options(-fno-sanitize=function)
  endif()
  add_link_options(-fsanitize=${DALA_SANITIZE})
endif()
