list(APPEND UNIT_TEST_SOURCES
  engine_disk_engines_test.cpp
  engine_registry_test.cpp)
