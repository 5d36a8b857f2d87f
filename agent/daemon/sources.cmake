target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/daemon.cpp
  ${CMAKE_CURRENT_LIST_DIR}/history_keeper.cpp
  ${CMAKE_CURRENT_LIST_DIR}/host.cpp
  ${CMAKE_CURRENT_LIST_DIR}/once.cpp
  ${CMAKE_CURRENT_LIST_DIR}/options.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tick_loop.cpp
  ${CMAKE_CURRENT_LIST_DIR}/tick_timer.cpp)
target_link_libraries(plumbline_agent_lib PUBLIC PkgConfig::SYSTEMD)
