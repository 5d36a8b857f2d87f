list(APPEND UNIT_TEST_SOURCES
  config_file_test.cpp
  config_flags_test.cpp
  config_keys_test.cpp
  config_listen_address_test.cpp
  config_load_test.cpp
  config_print_test.cpp
  config_value_test.cpp)
