list(APPEND UNIT_TEST_SOURCES
  model_clock_test.cpp
  model_continuity_cpu_test.cpp
  model_continuity_disk_test.cpp
  model_continuity_multipath_test.cpp
  model_delta_test.cpp
  model_disk_inventory_test.cpp
  model_field_test.cpp
  model_latency_histogram_test.cpp
  model_order_statistics_test.cpp
  model_rates_test.cpp
  model_result_test.cpp
  model_sample_test.cpp)
