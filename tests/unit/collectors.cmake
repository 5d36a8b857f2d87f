list(APPEND UNIT_TEST_SOURCES
  collectors_all_test.cpp
  collectors_cpu_test.cpp
  collectors_disk_identity_test.cpp
  collectors_disk_inventory_test.cpp
  collectors_disk_kind_test.cpp
  collectors_file_source_test.cpp
  collectors_io_errors_test.cpp
  collectors_link_files_test.cpp
  collectors_link_netlink_test.cpp
  collectors_text_files_test.cpp)
