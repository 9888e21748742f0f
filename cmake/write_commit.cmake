# Writes which commit SOURCE_DIR is at into OUTPUT, from commit.cpp.in, and leaves the file alone where
# it says so already. Run by every build, so that a commit needs no new configuration.
#   cmake -DSOURCE_DIR=... -DOUTPUT=... -P write_commit.cmake
set(commit unknown)
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --show-toplevel
                OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(REAL_PATH ${SOURCE_DIR} source)
# The sources may lie in somebody else's clone, whose commits say nothing of them.
if(top STREQUAL source)
  execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --abbrev=12 --exclude=* --dirty=+changes
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                  RESULT_VARIABLE status)
  if(status EQUAL 0 AND described)
    set(commit ${described})
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/commit.cpp.in ${OUTPUT} @ONLY)
