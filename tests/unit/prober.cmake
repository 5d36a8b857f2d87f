list(APPEND UNIT_TEST_SOURCES
  prober_book_test.cpp
  prober_hour_pool_test.cpp
  prober_jobs_test.cpp
  prober_keeper_test.cpp
  prober_loop_test.cpp
  prober_loop_trouble_test.cpp
  prober_probe_run_test.cpp
  prober_requests_test.cpp
  prober_results_log_test.cpp
  prober_roster_test.cpp
  prober_state_file_test.cpp
  prober_targets_test.cpp
  prober_token_test.cpp)
