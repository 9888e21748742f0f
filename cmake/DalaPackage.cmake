# What `cpack` makes .deb files of: the components of DalaInstall.cmake, a package each. scripts/package
# calls it, in a build whose prefix is /usr.
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME dala)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # else every package begins with the same one
set(CPACK_PACKAGE_CONTACT "The Dala authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Which libraries are needed, and how new, is read out of the files. Of ours, which are not installed
# here, the table below says it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

file(READ ${PROJECT_SOURCE_DIR}/NOTICE notice)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/copyright @ONLY CONTENT "@notice@\n@licence@")

# The library with all that belongs to the same build: they check that they do.
set(same_library "${DALA_LIBRARY_PACKAGE} (= ${PROJECT_VERSION})")

# A package of the component NAME: SECTION and a SUMMARY of one line; DEPENDS, RECOMMENDS and SUGGESTS as
# Debian writes them.
set(CPACK_COMPONENTS_ALL "")
macro(dala_package name)
  cmake_parse_arguments(package "" "SECTION;SUMMARY;DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  list(APPEND CPACK_COMPONENTS_ALL ${name})
  string(TOUPPER ${name} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${package_SECTION})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${package_SUMMARY}\n${PROJECT_DESCRIPTION}.")
  foreach(relation DEPENDS RECOMMENDS SUGGESTS)
    if(package_${relation})
      set(CPACK_DEBIAN_${upper}_PACKAGE_${relation} "${package_${relation}}")
    endif()
  endforeach()
  # The copyright file that Debian expects in every package.
  install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${name} EXCLUDE_FROM_ALL)
endmacro()

dala_package(${DALA_LIBRARY_PACKAGE} SECTION libs
  SUMMARY "Dala: the library"
  # Loaded when something first needs them: downloads of models, and the loader of OpenGL ES.
  RECOMMENDS "libcurl4, ca-certificates"
  SUGGESTS "libdala-jit, libdala-video, libdala-text, libegl1, libgles2")
dala_package(libdala-dev SECTION libdevel DEPENDS "${same_library}"
  SUMMARY "Dala: headers, CMake package and pkg-config file")
set(parts "")
foreach(part IN ITEMS  # with what it loads itself when something first needs it
    "jit;native code for kernels, through LLVM;"
    "video;videos, cameras and streams, through libav;libavdevice59"
    "text;text in any script, through FreeType and HarfBuzz;"
    "window;windows of the command line, through SDL2;")
  list(GET part 0 name)
  list(GET part 1 summary)
  list(GET part 2 recommended)
  if(TARGET dala_${name})
    list(APPEND parts libdala-${name})
    dala_package(libdala-${name} SECTION libs DEPENDS "${same_library}" RECOMMENDS "${recommended}"
      SUMMARY "Dala: ${summary}")
  endif()
endforeach()
string(JOIN ", " parts ${parts})
if(TARGET dala_cli)
  dala_package(dala-tools SECTION graphics DEPENDS "${same_library}" RECOMMENDS "${parts}"
    SUMMARY "Dala: the command line")
endif()
if(TARGET dala_nif)
  string(REPLACE ", libdala-window" "" elixir_parts "${parts}")
  dala_package(dala-elixir SECTION libs DEPENDS "${same_library}, elixir (>= 1.14)"
    RECOMMENDS "${elixir_parts}" SUMMARY "Dala: the mix project for Elixir")
endif()

include(CPack)
