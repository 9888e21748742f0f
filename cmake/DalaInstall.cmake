# `cmake --install`: the library, its headers, the command line, the Elixir package, a CMake package
# and a pkg-config file. Users need none of the libraries that libdala is built with, because it is shared and its
# headers name none of them. Each file belongs to a component, which DalaPackage.cmake makes a package of.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS dala EXPORT dalaTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT ${DALA_LIBRARY_PACKAGE} NAMELINK_COMPONENT libdala-dev
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(part jit video text window)  # beside libdala, which loads them
  if(TARGET dala_${part})
    set_target_properties(dala_${part} PROPERTIES INSTALL_RPATH "\$ORIGIN")
    install(TARGETS dala_${part} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
      COMPONENT libdala-${part})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dala DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT libdala-dev)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dala)
install(EXPORT dalaTargets NAMESPACE dala:: DESTINATION ${package_dir} COMPONENT libdala-dev)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dalaConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dalaConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dalaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dalaConfig.cmake ${PROJECT_BINARY_DIR}/dalaConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT libdala-dev)

# Relative to itself, so that the files stay right wherever the prefix is put at install time.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
           OUTPUT_VARIABLE libdir_in_prefix)
file(RELATIVE_PATH prefix_from_pc "/${libdir_in_prefix}/pkgconfig" "/")
configure_file(${PROJECT_SOURCE_DIR}/cmake/dala.pc.in ${PROJECT_BINARY_DIR}/dala.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dala.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libdala-dev)

if(TARGET dala_cli)
  file(RELATIVE_PATH lib_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${libdir_in_prefix}")
  set_target_properties(dala_cli PROPERTIES INSTALL_RPATH "\$ORIGIN/${lib_from_bin}")
  install(TARGETS dala_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dala-tools)
endif()

# The Elixir package is a mix project that other projects name by its path. It takes the native
# library from where this puts it: `native_library` says where that is, seen from the project.
if(TARGET dala_nif)
  set(elixir_dir ${CMAKE_INSTALL_DATADIR}/dala/elixir)
  set(elixir_source ${PROJECT_SOURCE_DIR}/bindings/elixir)
  file(RELATIVE_PATH nif_from_elixir "/${elixir_dir}" "/${libdir_in_prefix}/dala_nif.so")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/elixir/native_library CONTENT "${nif_from_elixir}\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/elixir/VERSION CONTENT "${PROJECT_VERSION}\n")
  install(TARGETS dala_nif LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dala-elixir)
  install(DIRECTORY ${elixir_source}/lib DESTINATION ${elixir_dir} COMPONENT dala-elixir)
  install(FILES ${elixir_source}/mix.exs ${elixir_source}/.formatter.exs
                ${PROJECT_BINARY_DIR}/elixir/native_library ${PROJECT_BINARY_DIR}/elixir/VERSION
    DESTINATION ${elixir_dir} COMPONENT dala-elixir)
  install(FILES ${PROJECT_SOURCE_DIR}/include/dala/surface/commands.inc
    DESTINATION ${elixir_dir} RENAME surface_commands.inc COMPONENT dala-elixir)
endif()
