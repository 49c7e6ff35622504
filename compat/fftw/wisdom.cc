#include "compat/fftw/wisdom.h"

#include <cstddef>
#include <utility>

namespace fft::fftw {
namespace {

constexpr char kName[] = "fft-wisdom-1";
constexpr size_t kMostBytes = size_t{1} << 28;
constexpr int kMostRigor = 3;

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

bool IsBlank(int c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Reads the parts of an expression one after the other. It fails if the next part is not the
// expected one.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  bool has_failed() const { return has_failed_; }
  bool is_at_end() {
    SkipBlanks();
    return at_ == text_.size();
  }
  bool Sees(char c) {
    SkipBlanks();
    return at_ < text_.size() && text_[at_] == c;
  }
  void Expect(char c) {
    if (Sees(c)) {
      ++at_;
    } else {
      has_failed_ = true;
    }
  }
  std::string Word() {
    SkipBlanks();
    const size_t begin = at_;
    while (at_ < text_.size() && !IsBlank(text_[at_]) && text_[at_] != '(' && text_[at_] != ')') {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  std::string String() {
    std::string string;
    Expect('"');
    while (!has_failed_ && at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') ++at_;
      if (at_ < text_.size()) string += text_[at_++];
    }
    Expect('"');
    return string;
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

  const std::string& text_;
  size_t at_ = 0;
  bool has_failed_ = false;
};

std::optional<int> RigorOf(const std::string& word) {
  if (word.size() != 1 || word[0] < '0' || word[0] > '0' + kMostRigor) return std::nullopt;
  return word[0] - '0';
}

}  // namespace

const Wisdom::Entry* Wisdom::Find(const std::string& problem, int rigor) const {
  const auto found = entries_.find(problem);
  if (found == entries_.end() || found->second.rigor < rigor) return nullptr;
  return &found->second;
}

void Wisdom::Put(const std::string& problem, Entry entry) {
  Entry& kept = entries_[problem];
  if (kept.rigor <= entry.rigor) kept = std::move(entry);
}

std::string Wisdom::Export() const {
  std::string text = std::string("(") + kName + " " + precision_ + "\n";
  for (const auto& [problem, entry] : entries_) {
    text += " (" + Quoted(problem) + " " + std::to_string(entry.rigor) + " " +
            Quoted(entry.choice) + ")\n";
  }
  return text + ")\n";
}

bool Wisdom::Import(const std::string& text) {
  Reader reader(text);
  reader.Expect('(');
  if (reader.Word() != kName || reader.Word() != precision_) return false;
  std::map<std::string, Entry> read;
  while (!reader.has_failed() && reader.Sees('(')) {
    reader.Expect('(');
    const std::string problem = reader.String();
    const std::optional<int> rigor = RigorOf(reader.Word());
    const std::string choice = reader.String();
    reader.Expect(')');
    if (!rigor) return false;
    read[problem] = {*rigor, choice};
  }
  reader.Expect(')');
  if (reader.has_failed() || !reader.is_at_end()) return false;
  for (auto& [problem, entry] : read) Put(problem, std::move(entry));
  return true;
}

std::optional<std::string> ReadExpression(const std::function<int()>& read) {
  std::string text;
  int depth = 0;
  bool is_quoted = false;
  bool is_escaped = false;
  do {
    const int c = read();
    if (c < 0 || text.size() == kMostBytes) return std::nullopt;
    if (text.empty() && IsBlank(c)) continue;
    text += static_cast<char>(c);
    if (is_quoted) {
      if (c == '"' && !is_escaped) is_quoted = false;
      is_escaped = c == '\\' && !is_escaped;
      continue;
    }
    if (c == '"') is_quoted = true;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth < 0 || text[0] != '(') return std::nullopt;
  } while (text.empty() || depth > 0);
  return text;
}

}  // namespace fft::fftw
