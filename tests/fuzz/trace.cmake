list(APPEND FUZZ_TARGETS netlink_json trace_reader)
