target_sources(plumbline_probes PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/decode.cpp
  ${CMAKE_CURRENT_LIST_DIR}/encode.cpp
  ${CMAKE_CURRENT_LIST_DIR}/envelope.cpp
  ${CMAKE_CURRENT_LIST_DIR}/histogram_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/message.cpp
  ${CMAKE_CURRENT_LIST_DIR}/object_reader.cpp
  ${CMAKE_CURRENT_LIST_DIR}/request.cpp)
