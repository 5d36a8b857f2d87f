target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/group_run.cpp
  ${CMAKE_CURRENT_LIST_DIR}/plan.cpp
  ${CMAKE_CURRENT_LIST_DIR}/report.cpp
  ${CMAKE_CURRENT_LIST_DIR}/units.cpp
  ${CMAKE_CURRENT_LIST_DIR}/watch.cpp)
