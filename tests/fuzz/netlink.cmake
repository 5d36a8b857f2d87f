list(APPEND FUZZ_TARGETS netlink_messages)
