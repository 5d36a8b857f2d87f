list(APPEND UNIT_TEST_SOURCES
  protocol_histogram_test.cpp
  protocol_message_test.cpp
  protocol_refusals_test.cpp
  protocol_request_test.cpp)
