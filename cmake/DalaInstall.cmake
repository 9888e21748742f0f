# `cmake --install`: the library, its headers, the command line, a CMake package and a pkg-config
# file. Users need none of the libraries that libdala is built with, because it is shared and its
# headers name none of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS dala EXPORT dalaTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(part dala_jit dala_video dala_text)  # beside libdala, which loads them
  if(TARGET ${part})
    install(TARGETS ${part} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dala DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dala)
install(EXPORT dalaTargets NAMESPACE dala:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dalaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dalaConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dalaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dalaConfig.cmake ${PROJECT_BINARY_DIR}/dalaConfigVersion.cmake
  DESTINATION ${package_dir})

# Relative to itself, so that the files stay right wherever the prefix is put at install time.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
           OUTPUT_VARIABLE libdir_in_prefix)
file(RELATIVE_PATH prefix_from_pc "/${libdir_in_prefix}/pkgconfig" "/")
configure_file(${PROJECT_SOURCE_DIR}/cmake/dala.pc.in ${PROJECT_BINARY_DIR}/dala.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dala.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET dala_cli)
  file(RELATIVE_PATH lib_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${libdir_in_prefix}")
  set_target_properties(dala_cli PROPERTIES INSTALL_RPATH "\$ORIGIN/${lib_from_bin}")
  install(TARGETS dala_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(TARGET dala_window)
    set_target_properties(dala_window PROPERTIES INSTALL_RPATH "\$ORIGIN")
    install(TARGETS dala_window LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endif()
