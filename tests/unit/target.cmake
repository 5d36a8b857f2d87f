list(APPEND UNIT_TEST_SOURCES
  target_cgroup_files_test.cpp
  target_device_test.cpp
  target_facts_test.cpp
  target_open_target_test.cpp
  target_probe_file_test.cpp
  target_region_test.cpp)
