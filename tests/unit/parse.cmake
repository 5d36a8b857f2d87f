list(APPEND UNIT_TEST_SOURCES
  parse_diskstats_test.cpp
  parse_irq_actions_test.cpp
  parse_keyed_test.cpp
  parse_kmsg_test.cpp
  parse_line_errors_test.cpp
  parse_loadavg_test.cpp
  parse_net_dev_test.cpp
  parse_pressure_test.cpp
  parse_snmp_test.cpp
  parse_softnet_test.cpp
  parse_stat_test.cpp
  parse_text_test.cpp
  parse_udev_data_test.cpp)
