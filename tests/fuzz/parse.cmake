list(APPEND FUZZ_TARGETS
  diskstats
  keyed
  kmsg
  net_dev
  pressure
  snmp
  softnet
  stat
  udev_data)
