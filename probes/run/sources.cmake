target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/arrival_schedule.cpp
  ${CMAKE_CURRENT_LIST_DIR}/block_choice.cpp
  ${CMAKE_CURRENT_LIST_DIR}/offset_sequence.cpp
  ${CMAKE_CURRENT_LIST_DIR}/permutation.cpp
  ${CMAKE_CURRENT_LIST_DIR}/random.cpp
  ${CMAKE_CURRENT_LIST_DIR}/skewed_draw.cpp
  ${CMAKE_CURRENT_LIST_DIR}/steady_state_detector.cpp
  ${CMAKE_CURRENT_LIST_DIR}/stop_check.cpp)
