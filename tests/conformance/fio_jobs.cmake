find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

add_test(NAME conformance_fio_jobs
         COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/fio_jobs_test.py
                 $<TARGET_FILE:plumbline> ${CMAKE_SOURCE_DIR}/tests/jobs)
set_tests_properties(conformance_fio_jobs PROPERTIES LABELS conformance SKIP_RETURN_CODE 77 TIMEOUT 300)
