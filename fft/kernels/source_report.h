// How a kernel's source came about: its syntax tree after every pass.
#ifndef FFT_KERNELS_SOURCE_REPORT_H_
#define FFT_KERNELS_SOURCE_REPORT_H_

#include <string>
#include <vector>

#include "fft/core/target.h"

namespace fft::kernels {

struct PassReport {
  std::string pass;      // "generate", then the passes for formats and for the dialect
  bool changed = false;  // whether the pass changed the tree
  std::string ast;       // the tree after the pass, as text
  friend bool operator==(const PassReport&, const PassReport&) = default;
};

struct SourceReport {
  std::string kernel;  // the kernel's name
  Dialect dialect = Dialect::kHip;
  std::vector<PassReport> passes;
  std::string text;  // the source; empty where a pass failed
  friend bool operator==(const SourceReport&, const SourceReport&) = default;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_SOURCE_REPORT_H_
