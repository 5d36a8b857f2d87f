list(APPEND FUZZ_TARGETS probe_state)
