target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/device_watch.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gate.cpp)
