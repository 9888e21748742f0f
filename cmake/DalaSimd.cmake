# DALA_SIMD_TARGETS: which instruction sets the files that use Highway are compiled for.
#
#   all      each that Highway knows, chosen when the program runs: what is given away
#   native   the one that would be chosen here, which takes a third of the time. Such a build runs on
#            processors with the same instruction set only; tests see no other either.
#
# The code is the same either way. Highway is told that the set is there to begin with, and asks for it
# around its own functions as it always does; -march=native instead would reach everything those files
# include, and products would be fused in inline functions that other files share.
set(DALA_SIMD_TARGETS all CACHE STRING "Instruction sets of vector code: all, or native for this processor's")
set_property(CACHE DALA_SIMD_TARGETS PROPERTY STRINGS all native)
if(DALA_SIMD_TARGETS STREQUAL "native")
  try_run(best_target_ran best_target_compiled
    SOURCES ${CMAKE_SOURCE_DIR}/cmake/best_target.cpp
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${CMAKE_SOURCE_DIR}/src
    LINK_LIBRARIES PkgConfig::HWY
    COMPILE_OUTPUT_VARIABLE best_target_errors
    RUN_OUTPUT_VARIABLE best_target)
  if(NOT best_target_compiled OR NOT best_target_ran EQUAL 0)
    message(FATAL_ERROR "cmake/best_target.cpp cannot be run here, so DALA_SIMD_TARGETS must be all:\n"
      "${best_target_errors}")
  endif()
  set_property(TARGET PkgConfig::HWY APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS
    HWY_COMPILE_ONLY_STATIC HWY_BASELINE_TARGETS=${best_target})
elseif(NOT DALA_SIMD_TARGETS STREQUAL "all")
  message(FATAL_ERROR "DALA_SIMD_TARGETS is ${DALA_SIMD_TARGETS}; it can be all or native")
endif()

# Whether a file is one of those: they name themselves, to be read once for each instruction set.
function(dala_uses_highway source result)
  file(STRINGS ${source} names_itself REGEX "HWY_TARGET_INCLUDE" LIMIT_COUNT 1)
  set(${result} ${names_itself} PARENT_SCOPE)
endfunction()
