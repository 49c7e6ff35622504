// Which kernels fft_aot_cache compiles: a text file of axes that are multiplied.
//
//   # Comment.
//   arch gfx90a gfx1030 host
//   kernels length=64,128,243..256 precision=single,double placement=op,ip
//   problem complex_forward_len_512_512_single_op
//   kernel fft_stockham_fwd_len8_f8_tpt1_tpg128_sbrr_sp_op_CI_CI_iunit_ounit_loops0_i32
//
// `arch` names the architectures of the lines below it, until the next `arch`. `kernels` stands for
// one Stockham kernel per combination of its keys:
//   length     numbers and ranges A..B (steps of 1); lengths without a kernel are an error, in a
//              range they are left out
//   precision  half, bfloat16, single, double               default: single
//   direction  forward, inverse                             both
//   placement  op, ip                                       op
//   format     CI, CP, or IN-OUT as in CI-CP; in place both sides must agree and other pairs are
//              left out                                     CI
//   tiling     sbrr, sbcc, sbrc, sbcr                       sbrr
//   count      transforms side by side in memory: below a tile's width they make narrower tiles. On
//              a GPU the tiles of problems too small to occupy it are listed too
//                                                           1024
//   loops      loops around the tile: 0 for a batch or the columns of a matrix, 1 for the columns
//              of many                                      0
// `problem` stands for the kernels and relays of the best plan of each token after it, of whatever
// kind they are: transforms, planes, transposes, conversions, convolutions. The plans are those of
// each machine of the target (MachinesOf in fft/machine/model.h). Before the tokens may stand
// options of the plans, as in `problem scheme=L1D_TRTRT strategy=most_fusion TOKEN ..`:
//   scheme     a name, as `fft plan` prints it               the planner's choice
//   factors    with a scheme of large 1D transforms: F1,F2   the scheme's choice
//   strategy   balanced, fewest_buffers, most_fusion, fastest  balanced
//   candidate  rank of the buffer assignment                 0
//   load       a file with a load callback (fft/core/callbacks.h), whose kernels are listed beside
//              those without                                 none
//   store      likewise                                      none
// `kernel` stands for the kernels and relays, of whatever kind, whose names stand after it, as `fft
// kernels` and `--print` print them (ParseKernelName, ParseRelayName). Before names of kernels with
// callbacks stand their texts, as load=FILE and store=FILE.
#ifndef TOOLS_AOT_KERNEL_LIST_H_
#define TOOLS_AOT_KERNEL_LIST_H_

#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/relay_spec.h"
#include "fft/rtc/cache/kernel_store.h"

namespace fft::aot {

struct ListedKernel {
  Target target;
  std::variant<kernels::KernelSpec, kernels::RelaySpec> spec;
  std::string name;
};

// Gives the contents of a file that a list names.
using FileReader = std::function<absl::StatusOr<std::string>(const std::string& path)>;

// Decisions of the planner as keys and values of a kernel cache (fft/exec/decision_memory.h).
using ListedDecisions = std::map<rtc::CacheKey, std::string>;

// Returns the kernels of a list, without duplicates, ordered by architecture and name.
// InvalidArgument names the line, what is wrong with it and what is allowed. Without `read` no line
// may name a file. If `decisions` is not null, it gets the planner's decisions for the list's
// problems.
absl::StatusOr<std::vector<ListedKernel>> ParseKernelList(const std::string& text,
                                                          const FileReader& read = nullptr,
                                                          ListedDecisions* decisions = nullptr);

}  // namespace fft::aot

#endif  // TOOLS_AOT_KERNEL_LIST_H_
