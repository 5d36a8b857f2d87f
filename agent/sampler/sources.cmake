target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/crew.cpp
  ${CMAKE_CURRENT_LIST_DIR}/process_usage.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sampler.cpp
  ${CMAKE_CURRENT_LIST_DIR}/self_metrics.cpp)
target_link_libraries(plumbline_agent_lib PUBLIC prometheus-cpp::core)
