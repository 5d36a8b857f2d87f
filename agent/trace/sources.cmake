target_sources(plumbline_agent_lib PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/history.cpp
  ${CMAKE_CURRENT_LIST_DIR}/history_reader.cpp
  ${CMAKE_CURRENT_LIST_DIR}/history_segments.cpp
  ${CMAKE_CURRENT_LIST_DIR}/line_input.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/netlink_json.cpp
  ${CMAKE_CURRENT_LIST_DIR}/recording.cpp
  ${CMAKE_CURRENT_LIST_DIR}/recording_source.cpp
  ${CMAKE_CURRENT_LIST_DIR}/text_encoding.cpp
  ${CMAKE_CURRENT_LIST_DIR}/trace_line_parser.cpp
  ${CMAKE_CURRENT_LIST_DIR}/trace_netlink.cpp
  ${CMAKE_CURRENT_LIST_DIR}/trace_reader.cpp
  ${CMAKE_CURRENT_LIST_DIR}/trace_source.cpp
  ${CMAKE_CURRENT_LIST_DIR}/trace_writer.cpp)
target_link_libraries(plumbline_agent_lib PRIVATE ZLIB::ZLIB nlohmann_json::nlohmann_json)
