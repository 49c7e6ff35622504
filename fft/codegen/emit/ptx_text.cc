#include "fft/codegen/emit/ptx_text.h"

#include <algorithm>
#include <utility>

#include "fft/base/status.h"

namespace fft::codegen {
namespace {

std::string Key(const std::string& op, const std::vector<PtxOperand>& operands) {
  std::string key = op;
  for (const PtxOperand& operand : operands) key += "," + operand;
  return key;
}

std::string Instruction(const std::string& op, const PtxOperand& result,
                        const std::vector<PtxOperand>& operands) {
  std::string line = op + " " + result;
  for (const PtxOperand& operand : operands) line += ", " + operand;
  return line;
}

}  // namespace

PtxText::PtxText() : segments_(1), scopes_(1) {}

PtxOperand PtxText::NewRegister(PtxClass c) {
  const int number = counts_[static_cast<size_t>(c)]++;
  PtxOperand name = SpellingOf(c).prefix + std::to_string(number);
  scope_of_[name] = scopes_.size() - 1;
  return name;
}

PtxOperand PtxText::Find(const std::string& key) const {
  const auto it = known_.find(key);
  return it == known_.end() ? PtxOperand() : it->second;
}

void PtxText::Remember(const std::string& key, const PtxOperand& value, size_t scope) {
  known_[key] = value;
  scopes_[scope].keys.push_back(key);
}

size_t PtxText::ScopeFor(const std::vector<PtxOperand>& operands) const {
  size_t needed = 0;
  for (const PtxOperand& operand : operands) {
    if (const auto it = scope_of_.find(operand); it != scope_of_.end()) {
      needed = std::max(needed, it->second);
    }
  }
  size_t scope = scopes_.size() - 1;
  while (scope > needed && scopes_[scope].is_loop) --scope;
  return scope;
}

PtxOperand PtxText::Define(PtxClass c, const std::string& op,
                           const std::vector<PtxOperand>& operands) {
  const std::string key = Key(op, operands);
  if (PtxOperand known = Find(key); !known.empty()) return known;
  const PtxOperand result = NewRegister(c);
  const size_t scope = ScopeFor(operands);
  scope_of_[result] = scope;
  Remember(key, result, scope);
  const std::string line = Instruction(op, result, operands);
  if (scope + 1 == scopes_.size()) {
    Line(line);
  } else {
    const Scope& loop = scopes_[scope + 1];
    segments_[loop.before].push_back({"  " + line + ";", loop.statement});
  }
  return result;
}

PtxOperand PtxText::DefineHere(PtxClass c, const std::string& op,
                               const std::vector<PtxOperand>& operands) {
  const std::string key = Key(op, operands);
  if (PtxOperand known = Find(key); !known.empty()) return known;
  const PtxOperand result = NewRegister(c);
  Remember(key, result, scopes_.size() - 1);
  Line(Instruction(op, result, operands));
  return result;
}

PtxText::Pair PtxText::DefinePair(PtxClass c, const std::string& key) {
  const std::string first = key + ",x", second = key + ",y";
  Pair pair{Find(first), Find(second), false};
  if (!pair.first.empty()) return pair;
  pair = {NewRegister(c), NewRegister(c), true};
  Remember(first, pair.first, scopes_.size() - 1);
  Remember(second, pair.second, scopes_.size() - 1);
  return pair;
}

void PtxText::Line(const std::string& instruction) { Raw("  " + instruction + ";"); }

void PtxText::Raw(const std::string& text) {
  const int statement = open_statements_.empty() ? -1 : open_statements_.back();
  segments_.back().push_back({text, statement});
}

void PtxText::OpenBranch() { scopes_.emplace_back(); }

void PtxText::OpenLoop() {
  Scope scope;
  scope.is_loop = true;
  scope.statement = open_statements_.empty() ? -1 : open_statements_.back();
  segments_.emplace_back();
  scope.before = segments_.size() - 1;
  segments_.emplace_back();
  scopes_.push_back(std::move(scope));
}

void PtxText::CloseScope() {
  FFT_CHECK(scopes_.size() > 1);
  for (const std::string& key : scopes_.back().keys) known_.erase(key);
  scopes_.pop_back();
}

void PtxText::BeginStatement(const Node* statement, bool is_mapped) {
  if (!is_mapped) return;
  const int parent = open_statements_.empty() ? -1 : open_statements_.back();
  statements_.push_back({statement, parent});
  open_statements_.push_back(static_cast<int>(statements_.size()) - 1);
  segments_.back().push_back({"", open_statements_.back()});
}

void PtxText::EndStatement(bool is_mapped) {
  if (is_mapped) open_statements_.pop_back();
}

std::string PtxText::Declarations() const {
  std::string text;
  for (size_t i = 0; i < kPtxClasses.size(); ++i) {
    if (counts_[i] == 0) continue;
    text += std::string("  .reg ") + kPtxClasses[i].type + " " + kPtxClasses[i].prefix + "<" +
            std::to_string(counts_[i]) + ">;\n";
  }
  return text;
}

void PtxText::Finish(std::string* text, LineMap* map) const {
  int lines = static_cast<int>(std::count(text->begin(), text->end(), '\n'));
  map->assign(statements_.size(), {});
  for (size_t i = 0; i < statements_.size(); ++i) (*map)[i].statement = statements_[i].statement;
  for (const std::vector<TextLine>& segment : segments_) {
    for (const TextLine& line : segment) {
      int at = lines + 1;
      if (!line.text.empty()) {
        *text += line.text + "\n";
        at = ++lines;
      }
      for (int s = line.statement; s >= 0; s = statements_[s].parent) {
        LineRange& range = (*map)[s];
        if (range.first_line == 0) range.first_line = at;
        range.last_line = std::max(range.last_line, at);
        if (line.text.empty()) break;
      }
    }
  }
}

}  // namespace fft::codegen
