# Fails when a library uses what neither it nor a library that it names has, but for names that begin
# with ALLOWED.
#   cmake -DLIBRARY=... -DALLOWED=enif_ -P check_symbols.cmake
execute_process(COMMAND ldd -r ${LIBRARY} OUTPUT_VARIABLE output ERROR_VARIABLE output
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "ldd -r ${LIBRARY} ended with ${status}:\n${output}")
endif()
string(REGEX MATCHALL "undefined symbol: [^\n]*|[^\n]* => not found" lines "${output}")
list(FILTER lines EXCLUDE REGEX "^undefined symbol: ${ALLOWED}")
if(lines)
  string(JOIN "\n" lines ${lines})
  message(FATAL_ERROR "${LIBRARY} uses what it does not name:\n${lines}")
endif()
