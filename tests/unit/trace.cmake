list(APPEND UNIT_TEST_SOURCES
  trace_history_test.cpp
  trace_history_reader_test.cpp
  trace_netlink_json_test.cpp
  trace_reader_test.cpp
  trace_recording_test.cpp
  trace_source_test.cpp
  trace_text_encoding_test.cpp
  trace_writer_test.cpp)
