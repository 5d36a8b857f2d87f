list(APPEND UNIT_TEST_SOURCES
  exposition_device_filter_test.cpp
  exposition_gzip_test.cpp
  exposition_negotiate_test.cpp
  exposition_render_test.cpp
  exposition_routes_test.cpp
  exposition_sample_families_test.cpp
  exposition_status_page_test.cpp
  exposition_text_writer_test.cpp)
