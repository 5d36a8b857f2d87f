target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/fio_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fio_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/group_run.cpp
  ${CMAKE_CURRENT_LIST_DIR}/jobs_of_command.cpp
  ${CMAKE_CURRENT_LIST_DIR}/job_options.cpp
  ${CMAKE_CURRENT_LIST_DIR}/output.cpp
  ${CMAKE_CURRENT_LIST_DIR}/own_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/plan.cpp
  ${CMAKE_CURRENT_LIST_DIR}/progress_line.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report.cpp
  ${CMAKE_CURRENT_LIST_DIR}/run.cpp
  ${CMAKE_CURRENT_LIST_DIR}/run_status.cpp
  ${CMAKE_CURRENT_LIST_DIR}/summary.cpp
  ${CMAKE_CURRENT_LIST_DIR}/summary_output.cpp
  ${CMAKE_CURRENT_LIST_DIR}/turn.cpp
  ${CMAKE_CURRENT_LIST_DIR}/units.cpp
  ${CMAKE_CURRENT_LIST_DIR}/watch.cpp)
