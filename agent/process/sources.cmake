target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/background_work.cpp
  ${CMAKE_CURRENT_LIST_DIR}/clocks.cpp
  ${CMAKE_CURRENT_LIST_DIR}/stop_signals.cpp)
