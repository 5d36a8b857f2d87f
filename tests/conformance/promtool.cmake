# What Prometheus itself says of our text.
add_executable(promtool_exposition promtool_exposition.cpp)
target_link_libraries(promtool_exposition PRIVATE plumbline_agent_lib)
add_test(NAME conformance.promtool
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/promtool_test.sh $<TARGET_FILE:promtool_exposition>)
set_tests_properties(conformance.promtool PROPERTIES
  LABELS conformance TIMEOUT 60 SKIP_RETURN_CODE 77)
