find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

add_test(NAME conformance_node_exporter_fixtures
         COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/node_exporter_fixtures_test.py
                 $<TARGET_FILE:plumbline> ${CMAKE_SOURCE_DIR})
add_test(NAME conformance_node_exporter_live
         COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/node_exporter_live_test.py
                 $<TARGET_FILE:plumbline> ${CMAKE_SOURCE_DIR}/tests/fixtures)
set_tests_properties(conformance_node_exporter_fixtures conformance_node_exporter_live
                     PROPERTIES LABELS conformance SKIP_RETURN_CODE 77 TIMEOUT 300)
