// Netlink messages by hand, as the kernel frames them.
//
// Source: netlink(7): a header, a fixed part, attributes, each padded to four bytes.
#pragma once

#include <linux/netlink.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

// Attributes one after another; nested ones are appended with their own Attributes.
class Attributes {
 public:
  Attributes& add(std::uint16_t type, std::string_view payload) {
    nlattr header{};
    header.nla_type = type;
    header.nla_len = static_cast<std::uint16_t>(NLA_HDRLEN + payload.size());
    bytes_.append(reinterpret_cast<const char*>(&header), sizeof(header));
    bytes_.append(payload);
    bytes_.resize(NLA_ALIGN(bytes_.size()));
    return *this;
  }

  template <class Value>
  Attributes& add_value(std::uint16_t type, const Value& value) {
    return add(type, std::string_view(reinterpret_cast<const char*>(&value), sizeof(value)));
  }

  // With the zero byte that the kernel puts behind a string.
  Attributes& add_string(std::uint16_t type, const std::string& text) {
    return add(type, std::string_view(text.c_str(), text.size() + 1));
  }

  Attributes& add_nested(std::uint16_t type, const Attributes& nested) {
    return add(type | NLA_F_NESTED, nested.bytes_);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// A whole message in memory that is aligned for its header.
class NetlinkMessage {
 public:
  template <class Fixed>
  NetlinkMessage(std::uint16_t type, const Fixed& fixed, const Attributes& attributes) {
    std::string payload(reinterpret_cast<const char*>(&fixed), sizeof(fixed));
    payload.resize(NLMSG_ALIGN(payload.size()));
    frame(type, payload + attributes.bytes());
  }

  NetlinkMessage(std::uint16_t type, std::string_view payload) { frame(type, payload); }

  nlmsghdr* header() { return reinterpret_cast<nlmsghdr*>(words_.data()); }

 private:
  void frame(std::uint16_t type, std::string_view payload) {
    words_.resize((NLMSG_HDRLEN + payload.size()) / sizeof(std::uint64_t) + 1);
    header()->nlmsg_len = static_cast<std::uint32_t>(NLMSG_HDRLEN + payload.size());
    header()->nlmsg_type = type;
    if (!payload.empty()) {
      std::memcpy(reinterpret_cast<char*>(words_.data()) + NLMSG_HDRLEN, payload.data(),
                  payload.size());
    }
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace plumbline
