target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/cpu_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/csv_format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/disk_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/json_format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/live_feed.cpp
  ${CMAKE_CURRENT_LIST_DIR}/recorded_feed.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report.cpp
  ${CMAKE_CURRENT_LIST_DIR}/run.cpp
  ${CMAKE_CURRENT_LIST_DIR}/selection.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sysstat_arithmetic.cpp
  ${CMAKE_CURRENT_LIST_DIR}/table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/text_format.cpp
  ${CMAKE_CURRENT_LIST_DIR}/time_argument.cpp
  ${CMAKE_CURRENT_LIST_DIR}/totals.cpp)
target_link_libraries(plumbline_agent_lib PRIVATE nlohmann_json::nlohmann_json)
