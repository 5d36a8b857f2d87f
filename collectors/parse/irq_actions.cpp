#include "collectors/parse/irq_actions.h"

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kLongestKind = 32;

bool is_digit(char character) { return character >= '0' && character <= '9'; }

void strip_number(std::string_view& word) {
  while (!word.empty() && is_digit(word.back())) word.remove_suffix(1);
}

}  // namespace

std::string interrupt_kind(std::string_view actions) {
  std::string_view word = trimmed(actions);
  word = word.substr(0, word.find_first_of("-@.:[ ,\n"));
  strip_number(word);
  // A queue of an instance: nvme0q12.
  if (word.size() > 2 && word.back() == 'q' && is_digit(word[word.size() - 2])) {
    word.remove_suffix(1);
    strip_number(word);
  }
  if (word.empty()) return "unnamed";
  return std::string(word.substr(0, kLongestKind));
}

}  // namespace plumbline
