list(APPEND FUZZ_TARGETS continuity)
