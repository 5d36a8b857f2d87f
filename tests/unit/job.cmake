list(APPEND UNIT_TEST_SOURCES
  job_checks_test.cpp
  job_file_test.cpp
  job_fio_test.cpp
  job_json_test.cpp
  job_keys_test.cpp
  job_text_value_test.cpp
  job_value_test.cpp)
