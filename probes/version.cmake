# Writes probes/version.h: run at every build, it touches the header only when the revision changed, so
# that a commit recompiles the two files that say it and nothing else.
#
#   cmake -D SOURCE_DIR=... -D OUTPUT=... -D PLUMBLINE_VERSION=... -P version.cmake
set(PLUMBLINE_REVISION unknown)
find_program(GIT git)
if(GIT)
  execute_process(
    COMMAND ${GIT} -c safe.directory=* describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE described
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET
    RESULT_VARIABLE failed)
  if(NOT failed)
    set(PLUMBLINE_REVISION ${described})
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.h.in ${OUTPUT} @ONLY)
