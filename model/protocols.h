// TCP, UDP and IP as the host's protocol stack counts them.
//
// Source: /proc/net/snmp, /proc/net/netstat and /proc/net/snmp6 (RFC 4022, RFC 4113,
//   net/ipv4/proc.c). Names are the kernel's; kernel_key is "Protocol Counter", and for snmp6 the
//   one word that the file has.
// Units:  plain counts; octets are bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct ProtocolCounters {
  std::optional<std::uint64_t> ip_forwarding;
  std::optional<std::uint64_t> icmp_in_msgs;
  std::optional<std::uint64_t> icmp_in_errors;
  std::optional<std::uint64_t> icmp_out_msgs;
  std::optional<std::uint64_t> tcp_active_opens;
  std::optional<std::uint64_t> tcp_passive_opens;
  std::optional<std::uint64_t> tcp_attempt_fails;
  std::optional<std::uint64_t> tcp_estab_resets;
  std::optional<std::uint64_t> tcp_curr_estab;
  std::optional<std::uint64_t> tcp_in_segs;
  std::optional<std::uint64_t> tcp_out_segs;
  std::optional<std::uint64_t> tcp_retrans_segs;
  std::optional<std::uint64_t> tcp_in_errs;
  std::optional<std::uint64_t> tcp_out_rsts;
  std::optional<std::uint64_t> tcp_in_csum_errors;
  std::optional<std::uint64_t> udp_in_datagrams;
  std::optional<std::uint64_t> udp_no_ports;
  std::optional<std::uint64_t> udp_in_errors;
  std::optional<std::uint64_t> udp_out_datagrams;
  std::optional<std::uint64_t> udp_rcvbuf_errors;
  std::optional<std::uint64_t> udp_sndbuf_errors;
  std::optional<std::uint64_t> udp_in_csum_errors;
  std::optional<std::uint64_t> udp_lite_in_errors;
  std::optional<std::uint64_t> tcp_ext_syncookies_sent;
  std::optional<std::uint64_t> tcp_ext_syncookies_recv;
  std::optional<std::uint64_t> tcp_ext_syncookies_failed;
  std::optional<std::uint64_t> tcp_ext_prune_called;
  std::optional<std::uint64_t> tcp_ext_tw;
  std::optional<std::uint64_t> tcp_ext_listen_overflows;
  std::optional<std::uint64_t> tcp_ext_listen_drops;
  std::optional<std::uint64_t> tcp_ext_tcp_lost_retransmit;
  std::optional<std::uint64_t> tcp_ext_tcp_fast_retrans;
  std::optional<std::uint64_t> tcp_ext_tcp_slow_start_retrans;
  std::optional<std::uint64_t> tcp_ext_tcp_timeouts;
  std::optional<std::uint64_t> tcp_ext_tcp_loss_probes;
  std::optional<std::uint64_t> tcp_ext_tcp_spurious_rt_os;
  std::optional<std::uint64_t> tcp_ext_tcp_backlog_drop;
  std::optional<std::uint64_t> tcp_ext_tcp_retrans_fail;
  std::optional<std::uint64_t> tcp_ext_tcpofo_queue;
  std::optional<std::uint64_t> tcp_ext_tcpofo_drop;
  std::optional<std::uint64_t> tcp_ext_tcp_zero_window_drop;
  std::optional<std::uint64_t> tcp_ext_tcp_rcv_q_drop;
  std::optional<std::uint64_t> tcp_ext_tcp_memory_pressures;
  std::optional<std::uint64_t> tcp_ext_tcp_abort_on_timeout;
  std::optional<std::uint64_t> tcp_ext_tcp_syn_retrans;
  std::optional<std::uint64_t> ip_ext_in_octets;
  std::optional<std::uint64_t> ip_ext_out_octets;
  std::optional<std::uint64_t> ip6_in_octets;
  std::optional<std::uint64_t> ip6_out_octets;
  std::optional<std::uint64_t> icmp6_in_msgs;
  std::optional<std::uint64_t> icmp6_in_errors;
  std::optional<std::uint64_t> icmp6_out_msgs;
  std::optional<std::uint64_t> udp6_in_datagrams;
  std::optional<std::uint64_t> udp6_no_ports;
  std::optional<std::uint64_t> udp6_in_errors;
  std::optional<std::uint64_t> udp6_out_datagrams;
  std::optional<std::uint64_t> udp6_rcvbuf_errors;
  std::optional<std::uint64_t> udp6_sndbuf_errors;
  std::optional<std::uint64_t> udp_lite6_in_errors;

  friend bool operator==(const ProtocolCounters&, const ProtocolCounters&) = default;
};

inline constexpr std::array<Field<ProtocolCounters>, 59> kProtocolFields{{
    {"netstat_Ip_Forwarding", &ProtocolCounters::ip_forwarding, FieldType::kGauge,
     "1 when the host forwards packets, 2 when it does not.", "", "Ip Forwarding"},
    {"netstat_Icmp_InMsgs", &ProtocolCounters::icmp_in_msgs, FieldType::kCounter,
     "ICMP messages received.", "", "Icmp InMsgs"},
    {"netstat_Icmp_InErrors", &ProtocolCounters::icmp_in_errors, FieldType::kCounter,
     "ICMP messages received with errors.", "", "Icmp InErrors"},
    {"netstat_Icmp_OutMsgs", &ProtocolCounters::icmp_out_msgs, FieldType::kCounter,
     "ICMP messages sent.", "", "Icmp OutMsgs"},
    {"netstat_Tcp_ActiveOpens", &ProtocolCounters::tcp_active_opens, FieldType::kCounter,
     "Connections opened from here.", "", "Tcp ActiveOpens"},
    {"netstat_Tcp_PassiveOpens", &ProtocolCounters::tcp_passive_opens, FieldType::kCounter,
     "Connections opened from elsewhere.", "", "Tcp PassiveOpens"},
    {"netstat_Tcp_AttemptFails", &ProtocolCounters::tcp_attempt_fails, FieldType::kCounter,
     "Attempts to connect that failed.", "", "Tcp AttemptFails"},
    {"netstat_Tcp_EstabResets", &ProtocolCounters::tcp_estab_resets, FieldType::kCounter,
     "Established connections that were reset.", "", "Tcp EstabResets"},
    {"netstat_Tcp_CurrEstab", &ProtocolCounters::tcp_curr_estab, FieldType::kGauge,
     "Connections established now.", "", "Tcp CurrEstab"},
    {"netstat_Tcp_InSegs", &ProtocolCounters::tcp_in_segs, FieldType::kCounter,
     "Segments received.", "", "Tcp InSegs"},
    {"netstat_Tcp_OutSegs", &ProtocolCounters::tcp_out_segs, FieldType::kCounter,
     "Segments sent, without retransmissions.", "", "Tcp OutSegs"},
    {"netstat_Tcp_RetransSegs", &ProtocolCounters::tcp_retrans_segs, FieldType::kCounter,
     "Segments retransmitted.", "", "Tcp RetransSegs"},
    {"netstat_Tcp_InErrs", &ProtocolCounters::tcp_in_errs, FieldType::kCounter,
     "Segments received with errors.", "", "Tcp InErrs"},
    {"netstat_Tcp_OutRsts", &ProtocolCounters::tcp_out_rsts, FieldType::kCounter, "Resets sent.",
     "", "Tcp OutRsts"},
    {"netstat_Tcp_InCsumErrors", &ProtocolCounters::tcp_in_csum_errors, FieldType::kCounter,
     "Segments received with a wrong checksum.", "", "Tcp InCsumErrors"},
    {"netstat_Udp_InDatagrams", &ProtocolCounters::udp_in_datagrams, FieldType::kCounter,
     "Datagrams delivered.", "", "Udp InDatagrams"},
    {"netstat_Udp_NoPorts", &ProtocolCounters::udp_no_ports, FieldType::kCounter,
     "Datagrams for a port that nobody listens on.", "", "Udp NoPorts"},
    {"netstat_Udp_InErrors", &ProtocolCounters::udp_in_errors, FieldType::kCounter,
     "Datagrams that could not be delivered.", "", "Udp InErrors"},
    {"netstat_Udp_OutDatagrams", &ProtocolCounters::udp_out_datagrams, FieldType::kCounter,
     "Datagrams sent.", "", "Udp OutDatagrams"},
    {"netstat_Udp_RcvbufErrors", &ProtocolCounters::udp_rcvbuf_errors, FieldType::kCounter,
     "Datagrams dropped because a receive buffer was full.", "", "Udp RcvbufErrors"},
    {"netstat_Udp_SndbufErrors", &ProtocolCounters::udp_sndbuf_errors, FieldType::kCounter,
     "Datagrams dropped because a send buffer was full.", "", "Udp SndbufErrors"},
    {"netstat_Udp_InCsumErrors", &ProtocolCounters::udp_in_csum_errors, FieldType::kCounter,
     "Datagrams received with a wrong checksum.", "", "Udp InCsumErrors"},
    {"netstat_UdpLite_InErrors", &ProtocolCounters::udp_lite_in_errors, FieldType::kCounter,
     "UDP-Lite datagrams that could not be delivered.", "", "UdpLite InErrors"},
    {"netstat_TcpExt_SyncookiesSent", &ProtocolCounters::tcp_ext_syncookies_sent,
     FieldType::kCounter, "SYN cookies sent.", "", "TcpExt SyncookiesSent"},
    {"netstat_TcpExt_SyncookiesRecv", &ProtocolCounters::tcp_ext_syncookies_recv,
     FieldType::kCounter, "SYN cookies received.", "", "TcpExt SyncookiesRecv"},
    {"netstat_TcpExt_SyncookiesFailed", &ProtocolCounters::tcp_ext_syncookies_failed,
     FieldType::kCounter, "SYN cookies that were invalid.", "", "TcpExt SyncookiesFailed"},
    {"netstat_TcpExt_PruneCalled", &ProtocolCounters::tcp_ext_prune_called, FieldType::kCounter,
     "Times that a socket's receive queue was pruned.", "", "TcpExt PruneCalled"},
    {"netstat_TcpExt_TW", &ProtocolCounters::tcp_ext_tw, FieldType::kCounter,
     "Sockets that left TIME-WAIT.", "", "TcpExt TW"},
    {"netstat_TcpExt_ListenOverflows", &ProtocolCounters::tcp_ext_listen_overflows,
     FieldType::kCounter, "Connections dropped because an accept queue was full.", "",
     "TcpExt ListenOverflows"},
    {"netstat_TcpExt_ListenDrops", &ProtocolCounters::tcp_ext_listen_drops, FieldType::kCounter,
     "Connections dropped at a listening socket.", "", "TcpExt ListenDrops"},
    {"netstat_TcpExt_TCPLostRetransmit", &ProtocolCounters::tcp_ext_tcp_lost_retransmit,
     FieldType::kCounter, "Retransmissions that were lost too.", "", "TcpExt TCPLostRetransmit"},
    {"netstat_TcpExt_TCPFastRetrans", &ProtocolCounters::tcp_ext_tcp_fast_retrans,
     FieldType::kCounter, "Fast retransmissions.", "", "TcpExt TCPFastRetrans"},
    {"netstat_TcpExt_TCPSlowStartRetrans", &ProtocolCounters::tcp_ext_tcp_slow_start_retrans,
     FieldType::kCounter, "Retransmissions in slow start.", "", "TcpExt TCPSlowStartRetrans"},
    {"netstat_TcpExt_TCPTimeouts", &ProtocolCounters::tcp_ext_tcp_timeouts, FieldType::kCounter,
     "Retransmission timeouts.", "", "TcpExt TCPTimeouts"},
    {"netstat_TcpExt_TCPLossProbes", &ProtocolCounters::tcp_ext_tcp_loss_probes,
     FieldType::kCounter, "Tail loss probes sent.", "", "TcpExt TCPLossProbes"},
    {"netstat_TcpExt_TCPSpuriousRTOs", &ProtocolCounters::tcp_ext_tcp_spurious_rt_os,
     FieldType::kCounter, "Retransmission timeouts that proved needless.", "",
     "TcpExt TCPSpuriousRTOs"},
    {"netstat_TcpExt_TCPBacklogDrop", &ProtocolCounters::tcp_ext_tcp_backlog_drop,
     FieldType::kCounter, "Segments dropped because a socket's backlog was full.", "",
     "TcpExt TCPBacklogDrop"},
    {"netstat_TcpExt_TCPRetransFail", &ProtocolCounters::tcp_ext_tcp_retrans_fail,
     FieldType::kCounter, "Retransmissions that could not be sent.", "", "TcpExt TCPRetransFail"},
    {"netstat_TcpExt_TCPOFOQueue", &ProtocolCounters::tcp_ext_tcpofo_queue, FieldType::kCounter,
     "Segments queued out of order.", "", "TcpExt TCPOFOQueue"},
    {"netstat_TcpExt_TCPOFODrop", &ProtocolCounters::tcp_ext_tcpofo_drop, FieldType::kCounter,
     "Out-of-order segments dropped for want of memory.", "", "TcpExt TCPOFODrop"},
    {"netstat_TcpExt_TCPZeroWindowDrop", &ProtocolCounters::tcp_ext_tcp_zero_window_drop,
     FieldType::kCounter, "Segments dropped because the window was zero.", "",
     "TcpExt TCPZeroWindowDrop"},
    {"netstat_TcpExt_TCPRcvQDrop", &ProtocolCounters::tcp_ext_tcp_rcv_q_drop, FieldType::kCounter,
     "Segments dropped because a receive queue was full.", "", "TcpExt TCPRcvQDrop"},
    {"netstat_TcpExt_TCPMemoryPressures", &ProtocolCounters::tcp_ext_tcp_memory_pressures,
     FieldType::kCounter, "Times that TCP came under memory pressure.", "",
     "TcpExt TCPMemoryPressures"},
    {"netstat_TcpExt_TCPAbortOnTimeout", &ProtocolCounters::tcp_ext_tcp_abort_on_timeout,
     FieldType::kCounter, "Connections given up after a timeout.", "", "TcpExt TCPAbortOnTimeout"},
    {"netstat_TcpExt_TCPSynRetrans", &ProtocolCounters::tcp_ext_tcp_syn_retrans,
     FieldType::kCounter, "SYNs retransmitted.", "", "TcpExt TCPSynRetrans"},
    {"netstat_IpExt_InOctets", &ProtocolCounters::ip_ext_in_octets, FieldType::kCounter,
     "Bytes received in IPv4 packets.", "", "IpExt InOctets"},
    {"netstat_IpExt_OutOctets", &ProtocolCounters::ip_ext_out_octets, FieldType::kCounter,
     "Bytes sent in IPv4 packets.", "", "IpExt OutOctets"},
    {"netstat_Ip6_InOctets", &ProtocolCounters::ip6_in_octets, FieldType::kCounter,
     "Bytes received in IPv6 packets.", "", "Ip6InOctets"},
    {"netstat_Ip6_OutOctets", &ProtocolCounters::ip6_out_octets, FieldType::kCounter,
     "Bytes sent in IPv6 packets.", "", "Ip6OutOctets"},
    {"netstat_Icmp6_InMsgs", &ProtocolCounters::icmp6_in_msgs, FieldType::kCounter,
     "ICMPv6 messages received.", "", "Icmp6InMsgs"},
    {"netstat_Icmp6_InErrors", &ProtocolCounters::icmp6_in_errors, FieldType::kCounter,
     "ICMPv6 messages received with errors.", "", "Icmp6InErrors"},
    {"netstat_Icmp6_OutMsgs", &ProtocolCounters::icmp6_out_msgs, FieldType::kCounter,
     "ICMPv6 messages sent.", "", "Icmp6OutMsgs"},
    {"netstat_Udp6_InDatagrams", &ProtocolCounters::udp6_in_datagrams, FieldType::kCounter,
     "IPv6 datagrams delivered.", "", "Udp6InDatagrams"},
    {"netstat_Udp6_NoPorts", &ProtocolCounters::udp6_no_ports, FieldType::kCounter,
     "IPv6 datagrams for a port that nobody listens on.", "", "Udp6NoPorts"},
    {"netstat_Udp6_InErrors", &ProtocolCounters::udp6_in_errors, FieldType::kCounter,
     "IPv6 datagrams that could not be delivered.", "", "Udp6InErrors"},
    {"netstat_Udp6_OutDatagrams", &ProtocolCounters::udp6_out_datagrams, FieldType::kCounter,
     "IPv6 datagrams sent.", "", "Udp6OutDatagrams"},
    {"netstat_Udp6_RcvbufErrors", &ProtocolCounters::udp6_rcvbuf_errors, FieldType::kCounter,
     "IPv6 datagrams dropped because a receive buffer was full.", "", "Udp6RcvbufErrors"},
    {"netstat_Udp6_SndbufErrors", &ProtocolCounters::udp6_sndbuf_errors, FieldType::kCounter,
     "IPv6 datagrams dropped because a send buffer was full.", "", "Udp6SndbufErrors"},
    {"netstat_UdpLite6_InErrors", &ProtocolCounters::udp_lite6_in_errors, FieldType::kCounter,
     "IPv6 UDP-Lite datagrams that could not be delivered.", "", "UdpLite6InErrors"},
}};

}  // namespace plumbline
