// A LinkReading as the object that `ip -s -s -d -j link` prints, and back. netlink_json.h has the
// contract.
//
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/link.h"

namespace plumbline {

nlohmann::json link_object(const LinkReading& link);
LinkReading link_from_object(const nlohmann::json& object, const std::string& interface_name);

}  // namespace plumbline
