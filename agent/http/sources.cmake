target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/connection_table.cpp
  ${CMAKE_CURRENT_LIST_DIR}/deadline_keeper.cpp
  ${CMAKE_CURRENT_LIST_DIR}/listen.cpp
  ${CMAKE_CURRENT_LIST_DIR}/message.cpp
  ${CMAKE_CURRENT_LIST_DIR}/server.cpp
  ${CMAKE_CURRENT_LIST_DIR}/statistics.cpp)
target_link_libraries(plumbline_agent_lib PUBLIC prometheus-cpp::core
                                          PRIVATE PkgConfig::MICROHTTPD)
