add_executable(plumbline-worker
  ${CMAKE_CURRENT_LIST_DIR}/io_buffer.cpp
  ${CMAKE_CURRENT_LIST_DIR}/main.cpp
  ${CMAKE_CURRENT_LIST_DIR}/message_output.cpp
  ${CMAKE_CURRENT_LIST_DIR}/request_input.cpp
  ${CMAKE_CURRENT_LIST_DIR}/session.cpp)
target_link_libraries(plumbline-worker PRIVATE plumbline_probes)
# Beside plumbline, which starts it where no service manager does.
install(TARGETS plumbline-worker RUNTIME DESTINATION bin)
