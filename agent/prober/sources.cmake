target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/book.cpp
  ${CMAKE_CURRENT_LIST_DIR}/book_families.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hour_pool.cpp
  ${CMAKE_CURRENT_LIST_DIR}/jobs.cpp
  ${CMAKE_CURRENT_LIST_DIR}/keeper.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe_loop.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe_run.cpp
  ${CMAKE_CURRENT_LIST_DIR}/probe_worker.cpp
  ${CMAKE_CURRENT_LIST_DIR}/prober.cpp
  ${CMAKE_CURRENT_LIST_DIR}/requests.cpp
  ${CMAKE_CURRENT_LIST_DIR}/results_log.cpp
  ${CMAKE_CURRENT_LIST_DIR}/roster.cpp
  ${CMAKE_CURRENT_LIST_DIR}/state_file.cpp
  ${CMAKE_CURRENT_LIST_DIR}/targets.cpp
  ${CMAKE_CURRENT_LIST_DIR}/token.cpp)
