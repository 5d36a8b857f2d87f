list(APPEND UNIT_TEST_SOURCES
  sampler_crew_test.cpp
  sampler_sampler_test.cpp)
