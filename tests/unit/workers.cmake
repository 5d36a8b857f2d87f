list(APPEND UNIT_TEST_SOURCES workers_worker_test.cpp)
