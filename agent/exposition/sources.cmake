target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/cpu_families.cpp
  ${CMAKE_CURRENT_LIST_DIR}/disk_families.cpp
  ${CMAKE_CURRENT_LIST_DIR}/family_builder.cpp
  ${CMAKE_CURRENT_LIST_DIR}/gzip.cpp
  ${CMAKE_CURRENT_LIST_DIR}/html.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_families.cpp
  ${CMAKE_CURRENT_LIST_DIR}/metric_family_writer.cpp
  ${CMAKE_CURRENT_LIST_DIR}/negotiate.cpp
  ${CMAKE_CURRENT_LIST_DIR}/page_cache.cpp
  ${CMAKE_CURRENT_LIST_DIR}/render.cpp
  ${CMAKE_CURRENT_LIST_DIR}/routes.cpp
  ${CMAKE_CURRENT_LIST_DIR}/sample_families.cpp
  ${CMAKE_CURRENT_LIST_DIR}/status_page.cpp
  ${CMAKE_CURRENT_LIST_DIR}/text_writer.cpp
  ${CMAKE_CURRENT_LIST_DIR}/utf8.cpp)
target_link_libraries(plumbline_agent_lib PUBLIC prometheus-cpp::core PRIVATE ZLIB::ZLIB)
