target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/lined_json.cpp)
