#include "bench/gauntlet.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "bench/buffers.h"
#include "bench/statistics.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"

namespace fft::bench {
namespace {

constexpr int64_t kLongestLength = int64_t{1} << 24;
constexpr int64_t kControlEvery = 100;
constexpr char kControlToken[] = "complex_forward_len_64_single_op";
constexpr double kWarmUpMicroseconds = 200;

using Call = std::function<absl::Status()>;

// Returns the microseconds of `count` calls.
absl::StatusOr<double> TimeCalls(const Call& call, int64_t count) {
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < count; ++i) FFT_RETURN_IF_ERROR(call());
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

// Nanoseconds of a call: the least of the repeats, since other work can only add to it.
absl::StatusOr<double> LeastNanoseconds(const Call& call, const GauntletOptions& options) {
  int64_t count = 1;
  double spent = 0;
  for (double took = 0; spent < kWarmUpMicroseconds; spent += took) {
    FFT_ASSIGN_OR_RETURN(took, TimeCalls(call, count));
    const double each = std::max(took, 1e-2) / static_cast<double>(count);
    count = std::max<int64_t>(1, std::llround(options.loop_us / each));
  }
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < options.repeats; ++i) {
    FFT_ASSIGN_OR_RETURN(const double took, TimeCalls(call, count));
    least = std::min(least, took * 1e3 / static_cast<double>(count));
  }
  return least;
}

absl::StatusOr<GauntletTime> TimeBoth(const Call& ours, const Call& peer,
                                      const GauntletOptions& options) {
  GauntletTime first, second;
  FFT_ASSIGN_OR_RETURN(first.ours, LeastNanoseconds(ours, options));
  FFT_ASSIGN_OR_RETURN(first.peer, LeastNanoseconds(peer, options));
  FFT_ASSIGN_OR_RETURN(second.peer, LeastNanoseconds(peer, options));
  FFT_ASSIGN_OR_RETURN(second.ours, LeastNanoseconds(ours, options));
  return first.Ratio() < second.Ratio() ? first : second;
}

absl::StatusOr<GauntletResult> TimeToken(const std::string& token, const GauntletOptions& options,
                                         const std::vector<std::unique_ptr<Peer>>& peers,
                                         Context* context) {
  GauntletResult result;
  result.token = token;
  result.peers.resize(peers.size());
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
  result.length = problem.lengths.front();
  const absl::StatusOr<std::shared_ptr<const Plan>> plan = context->MakePlan(problem);
  if (!plan.ok()) {
    result.refusal = std::string(plan.status().message());
    return result;
  }
  rtc::Device* const device = &context->device();
  FFT_ASSIGN_OR_RETURN(const RotatingArrays arrays, RotatingArrays::Allocate(problem, 1, device));
  FFT_ASSIGN_OR_RETURN(
      const rtc::DeviceBuffer workspace,
      rtc::DeviceBuffer::Allocate(*device, static_cast<size_t>((*plan)->workspace_bytes())));
  ExecuteArguments arguments;
  arguments.in = arrays[0].in;
  arguments.out = arrays[0].out;
  arguments.workspace = workspace.data();
  arguments.workspace_bytes = static_cast<int64_t>(workspace.bytes());
  const Plan& ours = **plan;
  for (size_t i = 0; i < peers.size(); ++i) {
    const absl::StatusOr<std::unique_ptr<PeerPlan>> peer = peers[i]->MakePlan(problem, arrays[0]);
    if (!peer.ok()) continue;
    FFT_RETURN_IF_ERROR(arrays.Refill(nullptr));
    PeerPlan& theirs = **peer;
    FFT_ASSIGN_OR_RETURN(result.peers[i],
                         TimeBoth([&] { return ours.Execute(arguments); },
                                  [&] { return theirs.Enqueue(arrays[0], nullptr); }, options));
  }
  return result;
}

std::string CsvHead(const std::vector<std::string>& peers) {
  std::string head = "token,length,largest_prime";
  for (const std::string& peer : peers) {
    absl::StrAppend(&head, ",ours_ns_", peer, ",", peer, "_ns,", peer, "_ratio");
  }
  return head + "\n";
}

std::string Row(const GauntletResult& result) {
  std::string row =
      absl::StrCat(result.token, ",", result.length, ",", LargestPrimeFactor(result.length));
  for (const GauntletTime& time : result.peers) {
    absl::StrAppend(
        &row, time.ours > 0 ? absl::StrFormat(",%.2f,%.2f,%.3f", time.ours, time.peer, time.Ratio())
                            : ",,,");
  }
  return row + "\n";
}

struct Group {
  std::string name;
  std::function<bool(int64_t length)> holds;
};

std::vector<Group> Groups() {
  std::vector<Group> groups = {
      {"all", [](int64_t) { return true; }},
      {"powers of two", [](int64_t n) { return IsPowerOfTwo(n); }},
      {"other 7-smooth", [](int64_t n) { return !IsPowerOfTwo(n) && LargestPrimeFactor(n) <= 7; }},
  };
  for (const auto& [from, to] : {std::pair<int64_t, int64_t>{11, 31}, {32, kLongestLength}}) {
    groups.push_back(
        {to == kLongestLength ? "with primes above 31" : "with primes 11 to 31", [=](int64_t n) {
           const int64_t prime = LargestPrimeFactor(n);
           return from <= prime && prime <= to;
         }});
  }
  constexpr std::array<int64_t, 8> kSizes = {2, 16, 64, 256, 1024, 4096, 16384, kLongestLength};
  for (size_t i = 0; i + 1 < kSizes.size(); ++i) {
    const int64_t from = i == 0 ? kSizes[i] : kSizes[i] + 1, to = kSizes[i + 1];
    groups.push_back(
        {absl::StrCat(from, " to ", to), [=](int64_t n) { return from <= n && n <= to; }});
  }
  return groups;
}

// Returns the ratio to peer `i`, or to the best peer if `i` is the number of peers. None if this
// peer was not timed.
std::optional<double> RatioOf(const GauntletResult& result, size_t i) {
  std::optional<double> least;
  for (size_t p = 0; p < result.peers.size(); ++p) {
    if ((i < result.peers.size() && p != i) || result.peers[p].ours <= 0) continue;
    least = std::min(least.value_or(result.peers[p].Ratio()), result.peers[p].Ratio());
  }
  return least;
}

std::string SummaryLine(const std::string& name, const std::vector<double>& ratios,
                        const std::string& weakest) {
  const double least = *std::min_element(ratios.begin(), ratios.end());
  const auto wins = std::count_if(ratios.begin(), ratios.end(), [](double r) { return r >= 1; });
  return absl::StrFormat("  %-22s %5d  mean %.3f  wins %3.0f %%  least %.3f (%s)\n", name,
                         ratios.size(), GeometricMean(ratios),
                         100.0 * static_cast<double>(wins) / static_cast<double>(ratios.size()),
                         least, weakest);
}

}  // namespace

absl::StatusOr<LengthRange> ParseLengthRange(const std::string& text) {
  const std::vector<std::string> ends = absl::StrSplit(text, '-');
  LengthRange range;
  const bool is_range = ends.size() <= 2 && absl::SimpleAtoi(ends.front(), &range.first) &&
                        absl::SimpleAtoi(ends.back(), &range.last) && range.first >= 1 &&
                        range.first <= range.last && range.last <= kLongestLength;
  if (is_range) return range;
  return InvalidField("--gauntlet", text,
                      absl::StrCat("lengths of 1 to ", kLongestLength, ", as in 2-4096"));
}

std::vector<std::string> GauntletTokens(int64_t length, GauntletKinds kinds) {
  std::vector<std::string> tokens;
  for (const char* precision : {"single", "double"}) {
    for (const char* transform : {"complex_forward", "real_forward", "real_inverse"}) {
      const bool is_complex = absl::StartsWith(transform, "complex");
      if (kinds == (is_complex ? GauntletKinds::kReal : GauntletKinds::kComplex)) continue;
      tokens.push_back(absl::StrCat(transform, "_len_", length, "_", precision, "_op"));
    }
  }
  return tokens;
}

std::string GauntletSummary(const std::vector<GauntletResult>& results,
                            const std::vector<std::string>& peers) {
  std::string text;
  for (size_t i = 0; i < peers.size() + (peers.size() > 1 ? 1 : 0); ++i) {
    absl::StrAppend(&text, "speed against ", i < peers.size() ? peers[i] : "the best", ":\n");
    for (const Group& group : Groups()) {
      std::vector<double> ratios;
      std::string weakest;
      for (const GauntletResult& result : results) {
        const std::optional<double> ratio = RatioOf(result, i);
        if (!ratio || !group.holds(result.length)) continue;
        if (ratios.empty() || *ratio < *std::min_element(ratios.begin(), ratios.end())) {
          weakest = result.token;
        }
        ratios.push_back(*ratio);
      }
      if (!ratios.empty()) absl::StrAppend(&text, SummaryLine(group.name, ratios, weakest));
    }
  }
  return text;
}

absl::Status RunGauntlet(const GauntletOptions& options,
                         const std::vector<std::unique_ptr<Peer>>& peers, Context* context,
                         std::ostream* csv) {
  std::vector<std::string> names;
  for (const std::unique_ptr<Peer>& peer : peers) names.push_back(peer->name());
  if (csv != nullptr) *csv << CsvHead(names);
  std::vector<GauntletResult> results;
  std::vector<double> controls;
  for (int64_t length = options.lengths.first; length <= options.lengths.last; ++length) {
    if ((length - options.lengths.first) % kControlEvery == 0) {
      FFT_ASSIGN_OR_RETURN(const GauntletResult control,
                           TimeToken(kControlToken, options, peers, context));
      controls.push_back(control.peers.front().ours);
    }
    for (const std::string& token : GauntletTokens(length, options.kinds)) {
      FFT_ASSIGN_OR_RETURN(GauntletResult result, TimeToken(token, options, peers, context));
      if (!result.refusal.empty()) {
        std::cout << "refused: " << token << ": " << result.refusal << "\n";
      }
      if (csv != nullptr) *csv << Row(result) << std::flush;
      results.push_back(std::move(result));
    }
  }
  const auto [least, most] = std::minmax_element(controls.begin(), controls.end());
  std::cout << absl::StrFormat("control: %.1f to %.1f ns (%s)\n", *least, *most, kControlToken)
            << GauntletSummary(results, names);
  return absl::OkStatus();
}

}  // namespace fft::bench
