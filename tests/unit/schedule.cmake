list(APPEND UNIT_TEST_SOURCES
  schedule_day_budget_test.cpp
  schedule_demand_test.cpp
  schedule_phase_test.cpp
  schedule_round_test.cpp)
