# -DDALA_SANITIZE=address,undefined or thread, for the whole build.
set(DALA_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them")
if(DALA_SANITIZE)
  add_compile_options(-fsanitize=${DALA_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${DALA_SANITIZE})
endif()
