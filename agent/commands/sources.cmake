# One file a subcommand; main.cpp lists the same ones.
target_sources(plumbline PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/agent.cpp
  ${CMAKE_CURRENT_LIST_DIR}/check_config.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe.cpp
  ${CMAKE_CURRENT_LIST_DIR}/record.cpp
  ${CMAKE_CURRENT_LIST_DIR}/root_options.cpp
  ${CMAKE_CURRENT_LIST_DIR}/stat.cpp)
