list(APPEND FUZZ_TARGETS fio_jobs json_jobs)
