target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/alignment.cpp
  ${CMAKE_CURRENT_LIST_DIR}/block_tree.cpp
  ${CMAKE_CURRENT_LIST_DIR}/open_target.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/region.cpp
  ${CMAKE_CURRENT_LIST_DIR}/small_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/system_error.cpp)
