target_sources(plumbline_agent_lib PRIVATE ${CMAKE_CURRENT_LIST_DIR}/log.cpp)
target_link_libraries(plumbline_agent_lib PUBLIC spdlog::spdlog)
