list(APPEND UNIT_TEST_SOURCES
  http_connection_table_test.cpp
  http_server_test.cpp
  http_statistics_test.cpp)
