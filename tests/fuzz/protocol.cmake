list(APPEND FUZZ_TARGETS
  probe_message
  probe_request)
