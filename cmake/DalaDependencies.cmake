# The packages that several parts use. All come from Debian 12; scripts/setup installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)

# Highway: one source, compiled for every instruction set, chosen at run time.
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)

# oneDNN and its threads, as the target dala_onednn where both are there: a peer in benchmarks, never
# part of the library. Not through oneDNN's own CMake package: Debian's asks for OpenCL, which
# nothing here needs.
find_package(OpenMP QUIET COMPONENTS CXX)
find_path(DNNL_INCLUDE_DIR dnnl.h)
find_library(DNNL_LIBRARY dnnl)
if(DNNL_INCLUDE_DIR AND DNNL_LIBRARY AND OpenMP_CXX_FOUND)
  add_library(dala_onednn INTERFACE)
  target_compile_definitions(dala_onednn INTERFACE DALA_HAS_ONEDNN)
  target_include_directories(dala_onednn SYSTEM INTERFACE ${DNNL_INCLUDE_DIR})
  target_link_libraries(dala_onednn INTERFACE ${DNNL_LIBRARY} OpenMP::OpenMP_CXX)
endif()

# OpenGL ES: only its headers, because the driver is found when the program runs.
set(DALA_HAS_GLES OFF)
if(DALA_WITH_GLES)
  find_path(EGL_INCLUDE_DIR EGL/eglext.h)
  find_path(GLES_INCLUDE_DIR GLES3/gl31.h)
  if(EGL_INCLUDE_DIR AND GLES_INCLUDE_DIR)
    set(DALA_HAS_GLES ON)
  endif()
endif()

# libcurl: only its headers, because the library is loaded when the first file is downloaded.
set(DALA_HAS_CURL OFF)
if(DALA_WITH_PULL)
  find_path(CURL_INCLUDE_DIR curl/curl.h)
  if(CURL_INCLUDE_DIR)
    set(DALA_HAS_CURL ON)
  endif()
endif()

# Stills. Each is optional: without one its format is an error that says so.
foreach(format PNG JPEG WEBP)
  set(DALA_HAS_${format} OFF)
endforeach()
if(DALA_WITH_STILLS)
  find_package(PNG QUIET)
  find_package(JPEG QUIET)
  pkg_check_modules(WEBP QUIET IMPORTED_TARGET libwebp)
  set(DALA_HAS_PNG ${PNG_FOUND})
  set(DALA_HAS_JPEG ${JPEG_FOUND})
  set(DALA_HAS_WEBP ${WEBP_FOUND})
endif()

# OpenCV, as the target dala_opencv where it is there: to compare with in tests and benchmarks, never
# part of the library. Not through its CMake package, which Debian has only with all of its modules.
find_path(OPENCV_INCLUDE_DIR opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
find_library(OPENCV_CORE_LIBRARY opencv_core)
find_library(OPENCV_IMGPROC_LIBRARY opencv_imgproc)
if(OPENCV_INCLUDE_DIR AND OPENCV_CORE_LIBRARY AND OPENCV_IMGPROC_LIBRARY)
  add_library(dala_opencv INTERFACE)
  target_compile_definitions(dala_opencv INTERFACE DALA_HAS_OPENCV)
  target_include_directories(dala_opencv SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
  target_link_libraries(dala_opencv INTERFACE ${OPENCV_IMGPROC_LIBRARY} ${OPENCV_CORE_LIBRARY})
endif()

# ONNX files: protobuf's small runtime, and the standard's own description of the format.
set(DALA_HAS_ONNX FALSE)
if(DALA_WITH_ML)
  find_program(DALA_PROTOC protoc)
  find_library(DALA_PROTOBUF_LITE protobuf-lite)
  find_path(DALA_ONNX_DIR onnx/onnx.proto)
  if(DALA_PROTOC AND DALA_PROTOBUF_LITE AND DALA_ONNX_DIR)
    set(DALA_HAS_ONNX TRUE)
  endif()
endif()
