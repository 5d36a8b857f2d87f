target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/day_budget.cpp
  ${CMAKE_CURRENT_LIST_DIR}/demand.cpp
  ${CMAKE_CURRENT_LIST_DIR}/phase.cpp
  ${CMAKE_CURRENT_LIST_DIR}/round.cpp)
