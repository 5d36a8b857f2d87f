target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/libaio.cpp
  ${CMAKE_CURRENT_LIST_DIR}/psync.cpp
  ${CMAKE_CURRENT_LIST_DIR}/registry.cpp
  ${CMAKE_CURRENT_LIST_DIR}/uring.cpp)
