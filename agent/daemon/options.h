// From configuration to the options of the parts.
//
// Threads: pure.
#pragma once

#include "agent/config/config.h"
#include "agent/exposition/render_options.h"
#include "agent/trace/history.h"
#include "collectors/file_source.h"

namespace plumbline {

Roots roots_of(const PathConfig& path);
RenderOptions render_options(const Config& config);
HistoryOptions history_options(const std::string& state_dir, const HistoryConfig& config);

}  // namespace plumbline
