list(APPEND UNIT_TEST_SOURCES
  honesty_flags_test.cpp)
