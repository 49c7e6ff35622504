// Collects what an interpreted kernel did wrong.
#ifndef FFT_CODEGEN_INTERP_FINDINGS_H_
#define FFT_CODEGEN_INTERP_FINDINGS_H_

#include <set>
#include <string>
#include <utility>

#include "fft/codegen/ast/node.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/interp/memory.h"

namespace fft::codegen {

class Findings {
 public:
  explicit Findings(int limit) : limit_(limit) {}

  // Counts a finding. Keeps the first finding of each kind for each statement, up to the limit, and
  // calls `message` only for findings that it keeps.
  template <typename Message>
  void Add(FindingKind kind, const Accessor& by, const Node* statement, const Message& message) {
    ++report_.finding_count;
    if (static_cast<int>(report_.findings.size()) >= limit_) return;
    if (!seen_.insert({statement, kind}).second) return;
    report_.findings.push_back({kind, by.block, by.thread, message(), TextOf(statement)});
  }

  InterpReport& report() { return report_; }

 private:
  static std::string TextOf(const Node* statement);

  int limit_;
  std::set<std::pair<const Node*, FindingKind>> seen_;
  InterpReport report_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_FINDINGS_H_
