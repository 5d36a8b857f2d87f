list(APPEND FUZZ_TARGETS
  cgroup_files)
