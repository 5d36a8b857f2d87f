target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/spawn.cpp
  ${CMAKE_CURRENT_LIST_DIR}/worker.cpp)
