#include "fft/assign/search_space.h"

#include <algorithm>
#include <optional>

#include "fft/core/layout.h"

namespace fft {
namespace {

// The formats on offer for temporaries. Planar temporaries are on offer where a user's array is
// planar.
std::vector<ArrayFormat> TemporaryFormats(const Problem& problem) {
  std::vector<ArrayFormat> formats = {ArrayFormat::kComplexInterleaved};
  for (const ArrayDescription* side : {&problem.input, &problem.output}) {
    if (side->format == ArrayFormat::kComplexPlanar && formats.size() == 1) {
      formats.push_back(ArrayFormat::kComplexPlanar);
    }
  }
  return formats;
}

EdgePlacement InTemporary(Buffer buffer, ArrayFormat format, const Layout& layout) {
  EdgePlacement placement;
  placement.buffer = buffer;
  placement.format = format;
  placement.layout = layout;
  if (format == ArrayFormat::kComplexPlanar) placement.pair_stride = layout.extent();
  return placement;
}

// Whether the layout places the first `volume` positions one after the other.
bool IsPackedFor(int64_t volume, const Layout& layout) {
  if (volume <= 1) return true;
  const std::vector<LayoutDigit>& digits = layout.digits();
  return !digits.empty() && digits[0].stride == 1 && digits[0].length >= volume;
}

std::vector<KernelOption> AllKernels(const PlanNode& root, const ShimOffers& shims) {
  std::vector<KernelOption> kernels = PlainKernels(Leaves(root));
  kernels.insert(kernels.end(), shims.kernels.begin(), shims.kernels.end());
  return kernels;
}

}  // namespace

SearchSpace::SearchSpace(const Problem& problem, const PlanNode& root, const Target& target,
                         const PlanOptions& options, ShapeMemo* memo)
    : problem_(problem),
      target_(target),
      options_(options),
      shims_(OfferShims(Leaves(root), problem.precision, target)),
      kernels_(AllKernels(root, shims_)),
      temporary_formats_(TemporaryFormats(problem)),
      decision_(problem, target, kernels_,
                options.allow_input_overwrite ? DecisionFunction::InputAccess::kMayOverwrite
                                              : DecisionFunction::InputAccess::kReadOnly,
                memo, IndependentRows(problem, options)),
      start_(decision_.Place(
          0, problem.placement == Placement::kInPlace ? Buffer::kUserOut : Buffer::kUserIn)) {
  kernels_at_.resize(leaf_count());
  for (size_t i = 0; i < kernels_.size(); ++i) {
    kernels_at_[kernels_[i].leaf].push_back(static_cast<int>(i));
  }
  most_fused_.resize(leaf_count());
  std::vector<int> fused(leaf_count() + 1, 0);  // by the kernels from each edge on, at most
  for (int edge = leaf_count() - 1; edge >= 0; --edge) {
    fused[edge] = -1;
    for (int kernel : kernels_at_[edge]) {
      const int leaves = kernels_[kernel].leaf_count;
      const int with = leaves - 1 + fused[edge + leaves];
      if (with < fused[edge] || (with == fused[edge] && leaves >= most_fused_[edge])) continue;
      fused[edge] = with;
      most_fused_[edge] = leaves;
    }
  }
}

std::vector<EdgeAccess> SearchSpace::AccessesWhileStaying(int writer) const {
  const KernelOption& written_by = kernels_[writer];
  const int first = written_by.leaf + written_by.leaf_count;
  std::vector<EdgeAccess> accesses = {{&written_by.node, &Dim::out_stride}};
  // The chains that leave the data in its temporary on an edge; nullopt: no kernel leaves it there.
  std::vector<std::optional<unsigned>> there(leaf_count() + 1);
  there[first] = kAllChains;
  for (int edge = first; edge < leaf_count(); ++edge) {
    if (!there[edge]) continue;
    for (int kernel : kernels_at_[edge]) {
      const KernelOption& option = kernels_[kernel];
      const unsigned of_kernel =
          (option.shim == ShimKind::kNone ? kPlainChain : 0) |
          (option.leaf_count == most_fused_[edge] ? kFusedChain | kFirstReaders : 0);
      const unsigned chains = *there[edge] & of_kernel;
      accesses.push_back({&option.node, &Dim::in_stride, chains});
      const int after = edge + option.leaf_count;
      if (after == leaf_count() || decision_.volume(after) != decision_.volume(first) ||
          !decision_.CanStay(option)) {
        continue;
      }
      const bool same_strides = StaysInPlace(option.node);
      if (!same_strides) accesses.push_back({&option.node, &Dim::out_stride, 0});
      const unsigned stay = same_strides ? chains & ~kFirstReaders : 0;
      there[after] = there[after].value_or(0) | stay;
    }
  }
  return accesses;
}

const std::optional<Layout>& SearchSpace::Padded(int kernel) {
  const auto [known, is_new] = padded_.try_emplace(kernel);
  if (!is_new) return known->second;
  const KernelOption& option = kernels_[kernel];
  const int edge = option.leaf + option.leaf_count;
  const bool is_real = decision_.Place(edge, Buffer::kTemp0).format == ArrayFormat::kReal;
  const PaddedEdge data = {decision_.volume(edge), TransformCount(problem_),
                           (is_real ? 1 : 2) * RealBytes(problem_.precision)};
  known->second = PaddedLayout(AccessesWhileStaying(kernel), data, target_);
  return known->second;
}

void SearchSpace::AddTemporary(int kernel, Buffer buffer, std::vector<EdgePlacement>* offers) {
  const int edge = kernels_[kernel].leaf + kernels_[kernel].leaf_count;
  const EdgePlacement plain = decision_.Place(edge, buffer);
  const std::optional<Layout>& padded = Padded(kernel);
  for (ArrayFormat format : temporary_formats_) {
    const bool is_real = plain.format == ArrayFormat::kReal;
    if (is_real && format != temporary_formats_.front()) continue;
    const ArrayFormat stored = is_real ? plain.format : format;
    offers->push_back(InTemporary(buffer, stored, plain.layout));
    if (!padded) continue;
    offers->push_back(InTemporary(buffer, stored, *padded));
    offers->back().padded = true;
  }
}

void SearchSpace::AddUser(int edge, Buffer buffer, std::vector<EdgePlacement>* offers) const {
  EdgePlacement placement = decision_.Place(edge, buffer);
  offers->push_back(placement);
  // Pairs of reals have only the array's own placement.
  if (edge == leaf_count() || placement.pair_stride != 0) return;
  // The packed array begins at the lowest element. It may cover memory between the user's elements.
  if (placement.layout.has_gaps() && !options_.allow_gap_overwrite) return;
  const int64_t volume = decision_.volume(edge);
  if (volume > placement.layout.extent() || IsPackedFor(volume, placement.layout)) return;
  const Layout packed({{volume, 1}}, placement.layout.begin());
  placement.layout = packed;
  offers->push_back(placement);
}

// The placement for a write in place in a temporary. The data keeps its format unless reals are
// read or written. It keeps its padding, too, if the number of elements stays the same.
EdgePlacement SearchSpace::Stay(int edge, const EdgePlacement& in) const {
  const EdgePlacement plain = decision_.Place(edge, in.buffer);
  if (plain.format == ArrayFormat::kReal || in.format == ArrayFormat::kReal) return plain;
  const bool padded = in.padded && in.layout.volume() == decision_.volume(edge);
  EdgePlacement same = InTemporary(in.buffer, in.format, padded ? in.layout : plain.layout);
  same.padded = padded;
  return same;
}

const std::vector<SearchSpace::Offer>& SearchSpace::Offers(int edge, int in, int temporaries) {
  const auto [known, is_new] = offers_.try_emplace(std::tuple(edge, in, temporaries));
  if (!is_new) return known->second;
  for (int kernel : KernelsAt(edge)) {
    for (const EdgePlacement& out : PlacementsFor(kernel, placement(in), temporaries)) {
      known->second.push_back({kernel, decision_.Number(out)});
    }
  }
  return known->second;
}

bool SearchSpace::IsOnOffer(int edge, Buffer temporary, int temporaries) const {
  if (temporary == Buffer::kTempBluestein) return decision_.convolves(edge);
  return TemporaryIndex(temporary) < temporaries;
}

std::optional<Buffer> SearchSpace::EntersBefore(int edge, Buffer buffer, BufferSet used) const {
  if (!IsTemporary(buffer) || (used & SetOf(buffer)) != 0) return std::nullopt;
  for (Buffer first : kTemporaries) {
    if (first == buffer) break;
    if ((used & SetOf(first)) == 0 && IsOnOffer(edge, first, kMaxTemporaries)) return first;
  }
  return std::nullopt;
}

std::vector<EdgePlacement> SearchSpace::PlacementsFor(int kernel, const EdgePlacement& in,
                                                      int temporaries) {
  const int edge = kernels_[kernel].leaf + kernels_[kernel].leaf_count;
  if (edge == leaf_count()) return {decision_.Place(edge, Buffer::kUserOut)};
  std::vector<EdgePlacement> offers;
  if (IsTemporary(in.buffer)) {
    offers.push_back(Stay(edge, in));
  } else {
    AddUser(edge, in.buffer, &offers);
  }
  std::vector<Buffer> others = {Buffer::kUserOut};
  if (problem_.placement == Placement::kOutOfPlace) others.push_back(Buffer::kUserIn);
  for (Buffer temporary : kTemporaries) {
    if (IsOnOffer(edge, temporary, temporaries)) others.push_back(temporary);
  }
  for (Buffer buffer : others) {
    if (buffer == in.buffer) continue;
    if (IsTemporary(buffer)) {
      AddTemporary(kernel, buffer, &offers);
    } else {
      AddUser(edge, buffer, &offers);
    }
  }
  return offers;
}

}  // namespace fft
