#include "fft/codegen/passes/pipeline.h"

#include "absl/status/status.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/passes/join_ifs.h"
#include "fft/codegen/passes/lower_to_host.h"
#include "fft/codegen/passes/propagate_copies.h"
#include "fft/codegen/passes/remove_unused_lets.h"
#include "fft/codegen/passes/sink_lets.h"
#include "fft/codegen/passes/split_complex.h"

namespace fft::codegen {
namespace {

enum class Need {
  kRequired,  // the emitter needs what the pass makes
  kOptional,  // the code is right without the pass, too
};

struct Pass {
  const char* name;
  Need need;
  absl::StatusOr<Kernel> (*run)(const Kernel& kernel);
};

std::vector<Pass> PassesOf(Dialect dialect) {
  switch (dialect) {
    case Dialect::kHip:
    case Dialect::kCuda:
      return {
          {"remove_unused_lets", Need::kOptional, RemoveUnusedLets},
      };
    case Dialect::kCudaPtx:
      return {
          {"remove_unused_lets", Need::kOptional, RemoveUnusedLets},
          {"join_ifs", Need::kOptional, JoinIfs},
          {"sink_lets", Need::kOptional, SinkLets},
      };
    case Dialect::kHostCpp:
    case Dialect::kHostLlvm:
      return {
          {"split_complex", Need::kRequired,
           dialect == Dialect::kHostLlvm ? SplitComplexForVectors : SplitComplex},
          {"propagate_copies", Need::kOptional, PropagateCopies},
          {"lower_to_host", Need::kRequired, LowerToHost},
          {"remove_unused_lets", Need::kOptional, RemoveUnusedLets},
      };
  }
  FFT_CHECK(false);
}

absl::Status Annotate(const absl::Status& status, const std::string& where) {
  if (status.ok()) return status;
  return absl::Status(status.code(), where + ": " + std::string(status.message()));
}

}  // namespace

std::vector<std::string> PassNames(Dialect dialect) {
  std::vector<std::string> names;
  for (const Pass& pass : PassesOf(dialect)) names.push_back(pass.name);
  return names;
}

absl::StatusOr<Kernel> LowerForDialect(const Kernel& kernel, Dialect dialect,
                                       const PassObserver& observer, int pass_limit) {
  FFT_RETURN_IF_ERROR(Annotate(Verify(kernel), "before the first pass"));
  Kernel current = kernel;
  int optional_passes = 0;
  for (const Pass& pass : PassesOf(dialect)) {
    if (pass.need == Need::kOptional && optional_passes++ >= pass_limit) continue;
    absl::StatusOr<Kernel> next = pass.run(current);
    FFT_RETURN_IF_ERROR(Annotate(next.status(), std::string("in pass ") + pass.name));
    FFT_RETURN_IF_ERROR(Annotate(Verify(*next), std::string("after pass ") + pass.name));
    if (observer) observer({pass.name, !Equal(*next, current), *next});
    current = *std::move(next);
  }
  return current;
}

}  // namespace fft::codegen
