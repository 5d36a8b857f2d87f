list(APPEND FUZZ_TARGETS label negotiate)
