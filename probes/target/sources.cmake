target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/alignment.cpp
  ${CMAKE_CURRENT_LIST_DIR}/block_tree.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cgroup_files.cpp
  ${CMAKE_CURRENT_LIST_DIR}/cgroup_limits.cpp
  ${CMAKE_CURRENT_LIST_DIR}/device_facts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fiemap.cpp
  ${CMAKE_CURRENT_LIST_DIR}/filesystem_facts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gather_facts.cpp
  ${CMAKE_CURRENT_LIST_DIR}/open_target.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/region.cpp
  ${CMAKE_CURRENT_LIST_DIR}/small_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/system_error.cpp)
