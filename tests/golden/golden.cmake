find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)

add_test(NAME golden
         COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/golden_test.py
                 $<TARGET_FILE:plumbline> ${CMAKE_SOURCE_DIR})
set_tests_properties(golden PROPERTIES LABELS golden TIMEOUT 300)
