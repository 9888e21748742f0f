# dala_hot(TARGET): what runs for each pixel or element is optimised as DALA_HOT_OPTIONS say, in builds
# where the rest is to be compiled quickly. Optimising the rest, which checks, plans and describes,
# would be a third of the time of a build and no difference in how fast anything is.
set(DALA_HOT_OPTIONS "" CACHE STRING
  "Compiler options of what runs for each pixel or element, where CMAKE_CXX_FLAGS optimise less")

# Besides those that use Highway.
set(dala_hot_files
  backend/cpu/kernels/broadcast.cpp
  backend/cpu/kernels/transpose.cpp
  media/cpu/.*
  media/filters/.*/avx512.cpp
  media/pixels/avx512.cpp
  ml/cpu/layout/blocks.cpp
  ml/cpu/convolution.cpp
  ml/cpu/dense.cpp
  ml/cpu/quantized/convolution.cpp
  ml/cpu/layout/transpose_blocks.cpp
  scene/compose/reference_pixel.cpp
  text/engine/blur.cpp
  text/engine/painter.cpp
  text/engine/scaled_picture.cpp)
list(JOIN dala_hot_files "|" dala_hot_files)

function(dala_hot target)
  if(NOT DALA_HOT_OPTIONS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    if(NOT EXISTS ${source} OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    dala_uses_highway(${source} uses_highway)
    if(uses_highway OR source MATCHES "/src/(${dala_hot_files})$")
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS ${DALA_HOT_OPTIONS})
      # Headers are precompiled with the options of the rest.
      set_property(SOURCE ${source} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()
