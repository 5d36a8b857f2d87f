list(APPEND UNIT_TEST_SOURCES
  probe_command_test.cpp
  probe_fio_json_test.cpp
  probe_fio_text_test.cpp
  probe_group_run_test.cpp
  probe_job_options_test.cpp
  probe_plan_test.cpp
  probe_report_test.cpp
  probe_summary_test.cpp
  probe_units_test.cpp
  probe_watch_test.cpp)
