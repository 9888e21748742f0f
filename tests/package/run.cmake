# Runs a command in WORK_DIR; its output is in `output`. Ends with what it said when it fails.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} OUTPUT_VARIABLE output
                  ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Ends the test as skipped where the program is not there.
macro(need_program name)
  find_program(program_${name} ${name})
  if(NOT program_${name})
    message("skipped: ${name} is not installed (scripts/setup package)")
    return()
  endif()
endmacro()
