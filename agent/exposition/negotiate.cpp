#include "agent/exposition/negotiate.h"

#include <array>
#include <optional>
#include <string>

namespace plumbline {
namespace {

// Thousandths, for RFC 9110 allows three digits.
constexpr int kWholeQuality = 1000;

bool is_space(char character) { return character == ' ' || character == '\t'; }

std::string_view trimmed_header(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                              : character;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t index = 0; index < a.size(); ++index) {
    if (lower(a[index]) != lower(b[index])) return false;
  }
  return true;
}

// Removes what stands before the next `separator` that is not inside quotes.
std::string_view next_part(std::string_view& text, char separator) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '"') quoted = !quoted;
    if (quoted && text[end] == '\\' && end + 1 < text.size()) {
      ++end;
    } else if (!quoted && text[end] == separator) {
      break;
    }
  }
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end < text.size() ? end + 1 : end);
  return trimmed_header(part);
}

std::string_view unquoted(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value.remove_prefix(1);
    value.remove_suffix(1);
  }
  return value;
}

// "0", "0.25", "1", "1.000"; nothing else.
std::optional<int> to_quality(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  if (text.size() > 1 && text[1] != '.') return std::nullopt;
  int quality = text[0] == '1' ? kWholeQuality : 0;
  int weight = kWholeQuality / 10;
  for (const char digit : text.substr(text.size() > 1 ? 2 : 1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    quality += (digit - '0') * weight;
    weight /= 10;
  }
  if (quality > kWholeQuality) return std::nullopt;
  return quality;
}

// One element of an Accept or Accept-Encoding header.
struct Element {
  std::string_view name;
  std::string_view version;
  int quality = kWholeQuality;
};

std::optional<Element> parse_element(std::string_view text) {
  Element element;
  element.name = next_part(text, ';');
  if (element.name.empty()) return std::nullopt;
  while (!text.empty()) {
    std::string_view value = next_part(text, ';');
    const std::string_view key = next_part(value, '=');
    if (equals_ignoring_case(key, "version")) element.version = unquoted(trimmed_header(value));
    if (!equals_ignoring_case(key, "q")) continue;
    const auto quality = to_quality(trimmed_header(value));
    if (!quality) return std::nullopt;
    element.quality = *quality;
  }
  return element;
}

struct Offer {
  std::string_view type;
  std::string_view version;
  bool by_wildcard;  // Given to clients that name no type.
  NegotiatedFormat answer;
};

constexpr std::string_view kOpenMetrics = "application/openmetrics-text";

// Of equal wishes the first wins.
constexpr std::array<Offer, 3> kOffers{{
    {kOpenMetrics,
     "1.0.0",
     false,
     {TextFormat::kOpenMetrics, "application/openmetrics-text; version=1.0.0; charset=utf-8"}},
    {kOpenMetrics,
     "0.0.1",
     false,
     {TextFormat::kOpenMetrics, "application/openmetrics-text; version=0.0.1; charset=utf-8"}},
    {"text/plain",
     "0.0.4",
     true,
     {TextFormat::kPrometheus, "text/plain; version=0.0.4; charset=utf-8"}},
}};

// How closely an element names an offer; 0 when it does not.
int specificity(const Element& element, const Offer& offer) {
  if (equals_ignoring_case(element.name, offer.type)) {
    if (element.version.empty()) return 3;
    return element.version == offer.version ? 4 : 0;
  }
  if (!offer.by_wildcard) return 0;
  if (equals_ignoring_case(element.name, "text/*")) return 2;
  return element.name == "*/*" ? 1 : 0;
}

// The quality that the closest element gives; of equally close ones the highest.
int quality_of(const Offer& offer, std::string_view accept) {
  int best_specificity = 0;
  int quality = 0;
  while (!accept.empty()) {
    const auto element = parse_element(next_part(accept, ','));
    if (!element) continue;
    const int closeness = specificity(*element, offer);
    if (closeness == 0 || closeness < best_specificity) continue;
    const bool closer = closeness > best_specificity;
    if (closer || element->quality > quality) quality = element->quality;
    best_specificity = closeness;
  }
  return quality;
}

}  // namespace

NegotiatedFormat negotiate_format(std::string_view accept) {
  const Offer* best = &kOffers.back();
  int best_quality = 0;
  for (const Offer& offer : kOffers) {
    const int quality = quality_of(offer, accept);
    if (quality <= best_quality) continue;
    best = &offer;
    best_quality = quality;
  }
  return best->answer;
}

bool accepts_gzip(std::string_view accept_encoding) {
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> any;
  while (!accept_encoding.empty()) {
    const auto element = parse_element(next_part(accept_encoding, ','));
    if (!element) continue;
    if (equals_ignoring_case(element->name, "gzip") ||
        equals_ignoring_case(element->name, "x-gzip")) {
      gzip = element->quality;
    } else if (equals_ignoring_case(element->name, "identity")) {
      identity = element->quality;
    } else if (element->name == "*") {
      any = element->quality;
    }
  }
  const int wish = gzip.value_or(any.value_or(0));
  return wish > 0 && wish >= identity.value_or(0);
}

}  // namespace plumbline
