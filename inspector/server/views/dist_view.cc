#include "inspector/server/views/dist_view.h"

#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/dist/decomposition.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/plan_request.h"

namespace fft::inspector {
namespace {

constexpr int kMaxDistCandidates = 64;

absl::StatusOr<int> IntOr(const Json& json, const std::string& name, int fallback, int high) {
  if (!json.contains(name)) return fallback;
  return IntMember(json[name], name, name == "ranks" ? 1 : 0, high);
}

// The process grid of the input or output. Its first axis is the batch, which is not cut. The other
// axes are the lengths.
absl::StatusOr<dist::Grid> GridOf(const Json& json, const std::string& side, int axes, int ranks) {
  dist::Grid grid{std::vector<int>(axes, 1)};
  if (!json.contains(side)) {
    grid.processes[side == "output" && axes > 2 ? 2 : 1] = ranks;
    return grid;
  }
  const Json& value = json[side];
  const bool fits = value.is_array() && static_cast<int>(value.size()) == axes - 1;
  int64_t product = 1;
  for (int i = 1; fits && i < axes; ++i) {
    const Json& count = value[i - 1];
    if (!count.is_number_integer() || count.get<int64_t>() < 1 || count.get<int64_t>() > ranks) {
      product = 0;
      break;
    }
    grid.processes[i] = count.get<int>();
    product *= count.get<int>();
  }
  if (fits && product == ranks) return grid;
  return InvalidField(side, value.dump(-1, ' ', true).substr(0, 60),
                      absl::StrCat("a list of ", axes - 1, " numbers of ranks, one a length, ",
                                   "whose product is ", ranks));
}

absl::StatusOr<std::vector<dist::Box>> BoxesOfSide(const Json& json, const std::string& side,
                                                   const Problem& problem, int ranks) {
  const bool is_hermitian =
      problem.type == (side == "input" ? TransformType::kRealInverse : TransformType::kRealForward);
  const std::vector<int64_t> lengths = dist::SpaceLengths(problem, is_hermitian);
  FFT_ASSIGN_OR_RETURN(const dist::Grid grid,
                       GridOf(json, side, static_cast<int>(lengths.size()), ranks));
  return dist::BoxesOf(grid, lengths);
}

absl::StatusOr<std::string> StringOr(const Json& json, const std::string& name,
                                     const std::string& fallback) {
  if (!json.contains(name)) return fallback;
  return StringMember(json[name], name);
}

absl::StatusOr<dist::DistOptions> OptionsOf(const Json& json) {
  dist::DistOptions options;
  FFT_ASSIGN_OR_RETURN(const std::string link, StringOr(json, "link", "nvlink"));
  const absl::StatusOr<dist::LinkModel> model = dist::FindLinkModel(link);
  if (!model.ok()) {
    return InvalidField("link", link.substr(0, 60), dist::LinkModelNames());
  }
  options.link = *model;
  FFT_ASSIGN_OR_RETURN(const std::string transport, StringOr(json, "transport", "messages"));
  if (transport != "messages" && transport != "direct") {
    return InvalidField("transport", transport.substr(0, 60), "messages, direct");
  }
  options.transport = transport == "direct" ? dist::Transport::kDirect : dist::Transport::kMessages;
  options.max_candidates = kMaxDistCandidates;
  FFT_ASSIGN_OR_RETURN(options.candidate, IntOr(json, "candidate", 0, kMaxDistCandidates - 1));
  return options;
}

Json BoxesView(const std::vector<dist::Box>& boxes) {
  Json list = Json::array();
  for (const dist::Box& box : boxes) list.push_back(dist::ToJson(box));
  return list;
}

// Element [i][j] is the number of bytes from rank i to rank j.
using Matrix = std::vector<std::vector<int64_t>>;

bool IsPeers(const dist::ArrayRef& ref) {
  return ref.place == dist::Place::kPeerWork || ref.place == dist::Place::kPeerOutput;
}

int64_t WrittenBytes(const Problem& problem) {
  int64_t elements = problem.batch * Volume(problem.loops).value_or(0);
  for (int64_t length : SideLengths(problem, problem.output)) elements *= length;
  return elements * ElementBytes(problem.output.format, problem.precision);
}

// The bytes that a rank sends, by the number of the exchange. Copies and stores into other ranks'
// memory belong to exchange 0.
class Sends {
 public:
  explicit Sends(int ranks) : none_(ranks, std::vector<int64_t>(ranks, 0)) {}

  void Add(const dist::DistPlan& plan) {
    for (const dist::Stage& stage : plan.stages) {
      if (const auto* exchange = std::get_if<dist::Exchange>(&stage.work)) {
        for (const dist::Message& message : exchange->sends) {
          At(exchange->number)[plan.rank][message.peer] += message.bytes;
        }
      } else if (const auto* copy = std::get_if<dist::BoxCopy>(&stage.work)) {
        if (IsPeers(copy->out)) {
          At(0)[plan.rank][copy->out.peer] += Volume(copy->dims).value_or(0) * copy->element_bytes;
        }
      } else if (const auto* work = std::get_if<dist::LocalTransform>(&stage.work)) {
        if (IsPeers(work->out)) At(0)[plan.rank][work->out.peer] += WrittenBytes(work->problem);
      }
    }
  }

  const std::vector<Matrix>& exchanges() const { return exchanges_; }

 private:
  Matrix& At(int number) {
    if (number >= std::ssize(exchanges_)) exchanges_.resize(number + 1, none_);
    return exchanges_[number];
  }

  const Matrix none_;
  std::vector<Matrix> exchanges_;
};

}  // namespace

absl::StatusOr<DistRequest> ParseDistRequest(const Json& json) {
  FFT_RETURN_IF_ERROR(CheckMembers(
      json, "",
      {"token", "problem", "ranks", "input", "output", "link", "transport", "candidate"}));
  Json single = Json::object();  // the members that describe the problem
  for (const char* name : {"token", "problem"}) {
    if (json.contains(name)) single[name] = json[name];
  }
  FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseProblemMember(single));
  DistRequest request;
  Problem& problem = request.problem.problem;
  // A problem that the ranks' boxes cannot hold is refused.
  FFT_RETURN_IF_ERROR(dist::CheckPacked(parsed, ""));
  problem = dist::WithoutLayout(parsed);
  FFT_ASSIGN_OR_RETURN(const int ranks, IntOr(json, "ranks", 4, kMaxShownRanks));
  FFT_ASSIGN_OR_RETURN(request.problem.input, BoxesOfSide(json, "input", problem, ranks));
  FFT_ASSIGN_OR_RETURN(request.problem.output, BoxesOfSide(json, "output", problem, ranks));
  FFT_ASSIGN_OR_RETURN(request.problem, dist::CompleteDistProblem(request.problem));
  FFT_ASSIGN_OR_RETURN(request.options, OptionsOf(json));
  return request;
}

absl::StatusOr<Json> DistView(const DistRequest& request, const Cancellation& cancellation) {
  const int ranks = request.problem.ranks();
  Json json, plans = Json::array();
  Sends sends(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    FFT_RETURN_IF_ERROR(cancellation.Check());
    FFT_ASSIGN_OR_RETURN(const dist::DistPlan plan,
                         dist::MakeDistPlan(request.problem, request.options, rank));
    sends.Add(plan);
    Json whole = dist::ToJson(plan);
    Json lines = Json::array();
    for (const dist::Stage& stage : plan.stages) lines.push_back(dist::ToString(stage));
    plans.push_back({{"rank", rank},
                     {"work_bytes", plan.work_bytes},
                     {"stages", std::move(whole["stages"])},
                     {"lines", std::move(lines)}});
    if (rank > 0) continue;
    json["candidates"] = std::move(whole["candidates"]);
    for (size_t i = 0; i < plan.candidates.size(); ++i) {
      json["candidates"][i]["text"] = dist::ToString(plan.candidates[i]);
    }
    json["candidate"] = plan.candidate;
  }
  const Problem& problem = request.problem.problem;
  FFT_ASSIGN_OR_RETURN(const Problem single, CompleteProblem(problem));
  Json exchanges = Json::array();
  for (const Matrix& bytes : sends.exchanges()) {
    exchanges.push_back({{"number", exchanges.size()}, {"bytes", bytes}});
  }
  json["token"] = ToToken(single);
  json["ranks"] = ranks;
  json["options"] = dist::ToJson(request.options);
  json["lengths"] = {
      {"input", dist::SpaceLengths(problem, problem.type == TransformType::kRealInverse)},
      {"output", dist::SpaceLengths(problem, problem.type == TransformType::kRealForward)}};
  json["boxes"] = {{"input", BoxesView(request.problem.input)},
                   {"output", BoxesView(request.problem.output)}};
  json["exchanges"] = std::move(exchanges);
  json["plans"] = std::move(plans);
  return json;
}

}  // namespace fft::inspector
