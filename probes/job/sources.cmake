target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/block_values.cpp
  ${CMAKE_CURRENT_LIST_DIR}/checks.cpp
  ${CMAKE_CURRENT_LIST_DIR}/draft.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fio_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fio_line.cpp
  ${CMAKE_CURRENT_LIST_DIR}/foreign_keys.cpp
  ${CMAKE_CURRENT_LIST_DIR}/job.cpp
  ${CMAKE_CURRENT_LIST_DIR}/job_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/json_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/json_value.cpp
  ${CMAKE_CURRENT_LIST_DIR}/keys.cpp
  ${CMAKE_CURRENT_LIST_DIR}/list_values.cpp
  ${CMAKE_CURRENT_LIST_DIR}/load.cpp
  ${CMAKE_CURRENT_LIST_DIR}/rule_values.cpp
  ${CMAKE_CURRENT_LIST_DIR}/s3_options.cpp
  ${CMAKE_CURRENT_LIST_DIR}/text_value.cpp
  ${CMAKE_CURRENT_LIST_DIR}/value.cpp)
