target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/flag.cpp
  ${CMAKE_CURRENT_LIST_DIR}/honesty.cpp)
