list(APPEND UNIT_TEST_SOURCES
  run_arrival_schedule_test.cpp
  run_block_choice_test.cpp
  run_bounds_test.cpp
  run_loop_closed_test.cpp
  run_loop_end_test.cpp
  run_loop_gate_test.cpp
  run_loop_schedule_test.cpp
  run_offset_sequence_test.cpp
  run_permutation_test.cpp
  run_random_test.cpp
  run_request_test.cpp
  run_skewed_draw_test.cpp
  run_steady_state_detector_test.cpp
  run_stop_check_test.cpp)
