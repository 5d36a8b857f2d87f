find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

add_test(NAME conformance_sysstat
         COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/sysstat_test.py
                 $<TARGET_FILE:plumbline>)
set_tests_properties(conformance_sysstat PROPERTIES LABELS conformance SKIP_RETURN_CODE 77 TIMEOUT 300)
