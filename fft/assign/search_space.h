// The space that the search chooses from: the kernels that can start at an edge, and the placements
// on offer for the data that a kernel writes. The enumeration and the dynamic programme walk the
// same space.
#ifndef FFT_ASSIGN_SEARCH_SPACE_H_
#define FFT_ASSIGN_SEARCH_SPACE_H_

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "fft/assign/decision.h"
#include "fft/assign/padding.h"
#include "fft/assign/placement.h"
#include "fft/assign/shims/shim.h"
#include "fft/choice/request.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The temporaries TEMP0 and TEMP1, which are on offer from the second and the third round on.
// TEMP_BLUESTEIN is on offer in every round.
inline constexpr int kMaxTemporaries = 2;

// A set of buffers: a bit for each.
using BufferSet = unsigned;
constexpr BufferSet SetOf(Buffer buffer) { return 1u << static_cast<int>(buffer); }

class SearchSpace {
 public:
  // All arguments outlive the object. `problem` must be completed. `memo` has the options' shapes.
  SearchSpace(const Problem& problem, const PlanNode& root, const Target& target,
              const PlanOptions& options, ShapeMemo* memo);
  SearchSpace(const SearchSpace&) = delete;
  SearchSpace& operator=(const SearchSpace&) = delete;

  int leaf_count() const { return decision_.leaf_count(); }
  const std::vector<KernelOption>& kernels() const { return kernels_; }
  // Fusions that match but are not offered.
  const std::vector<ShimRefusal>& shim_refusals() const { return shims_.refusals; }
  // Indices of the kernels that read edge `edge`: the leaf itself first.
  const std::vector<int>& KernelsAt(int edge) const { return kernels_at_[edge]; }

  // The numbers of placements: the user's input on edge 0, and all that have been placed since.
  int Start() { return decision_.Number(start_); }
  const EdgePlacement& placement(int number) const { return decision_.placement(number); }

  // The tries on edge `edge` when the placement numbered `in` lies there and `temporaries` of TEMP0
  // and TEMP1 are on offer. The tries are ordered kernel by kernel: in place, the user's buffers,
  // temporaries. Data that enters a temporary may be packed or, where that helps, padded; data that
  // stays keeps its layout. The reference stays valid.
  struct Offer {
    int kernel = 0;
    int out = 0;  // number of the placement of the kernel's output
  };
  const std::vector<Offer>& Offers(int edge, int in, int temporaries);

  // The temporary that data has to enter on edge `edge` before it enters `buffer`, when the buffers
  // `used` have held data so far: an unused temporary is as good as any other, so only the first
  // one is tried. nullopt: `buffer` may be entered.
  std::optional<Buffer> EntersBefore(int edge, Buffer buffer, BufferSet used) const;

  // The layout to which the output of kernel `kernel` is padded in a temporary. It serves the
  // kernel and all kernels that may read the data before it leaves. nullopt: no padding is needed.
  const std::optional<Layout>& Padded(int kernel);

  DecisionFunction& decision() { return decision_; }

 private:
  // Whether data may enter the temporary on edge `edge` when `temporaries` of TEMP0 and TEMP1 are
  // on offer.
  bool IsOnOffer(int edge, Buffer temporary, int temporaries) const;
  std::vector<EdgePlacement> PlacementsFor(int kernel, const EdgePlacement& in, int temporaries);
  void AddTemporary(int kernel, Buffer buffer, std::vector<EdgePlacement>* offers);
  // Adds the kernels that may read data of `volume` elements from edge `edge` on while it stays
  // where it is.
  void AddReaders(int edge, int64_t volume, std::vector<EdgeAccess>* accesses) const;
  EdgePlacement Stay(int edge, const EdgePlacement& in) const;
  void AddUser(int edge, Buffer buffer, std::vector<EdgePlacement>* offers) const;

  const Problem& problem_;
  const Target& target_;
  const PlanOptions& options_;
  const ShimOffers shims_;
  const std::vector<KernelOption> kernels_;  // the leaves' own kernels, then the shims'
  const std::vector<ArrayFormat> temporary_formats_;
  std::vector<std::vector<int>> kernels_at_;
  DecisionFunction decision_;
  const EdgePlacement start_;
  std::map<std::tuple<int, int, int>, std::vector<Offer>> offers_;
  std::map<int, std::optional<Layout>> padded_;
};

}  // namespace fft

#endif  // FFT_ASSIGN_SEARCH_SPACE_H_
