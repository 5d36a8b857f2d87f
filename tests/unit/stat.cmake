list(APPEND UNIT_TEST_SOURCES
  stat_arithmetic_test.cpp
  stat_feed_test.cpp
  stat_format_test.cpp
  stat_run_test.cpp
  stat_selection_test.cpp
  stat_tables_test.cpp
  stat_time_argument_test.cpp
  stat_totals_test.cpp)
