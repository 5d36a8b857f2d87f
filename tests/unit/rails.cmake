list(APPEND UNIT_TEST_SOURCES
  rails_device_watch_test.cpp
  rails_gate_test.cpp)
