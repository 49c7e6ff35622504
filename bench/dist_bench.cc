#include "bench/dist_bench.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/dist/mpi/mpi_communicator.h"
#include "fft/dist/nccl_communicator.h"
#include "fft/dist/thread_communicator.h"
#include "fft/dist/transform.h"
#include "fft/fft.h"
#include "tools/cli/flags.h"

namespace fft::bench {
namespace {

using dist::Communicator;

const std::vector<cli::FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<cli::FlagSpec>{
      {"device", "D", "host, or cuda: thread r takes GPU r"},
      {"ranks", "N", "threads of this process; default 2"},
      {"mpi", "LIBRARY", "ranks are those of mpirun, through this libfft_mpi.so"},
      {"transport", "T", "messages, direct (kernels store into peers), copies (peer copies), nccl"},
      {"nccl", "LIBRARY", "libnccl.so.2"},
      {"pieces", "LIST", "parts of the exchange, comma-separated; 0 chooses"},
      {"groups", "N", "groups in which pieces are sent; 0: as many as there are parts"},
      {"link", "L", "link model: memory, nvlink, pcie, infiniband, infiniband_hdr, infiniband_fdr"},
      {"predict", "", "no run: predicted times of the best candidates"},
      {"pencils", "", "with --predict: pencils on both sides instead of slabs"},
      {"repeats", "N", "timed samples; default 10"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

struct Settings {
  std::vector<std::string> tokens;
  std::vector<int> pieces;
  std::string transport;
  std::string nccl;
  dist::LinkModel link;
  int groups = 0;
  int repeats = 10;
};

absl::StatusOr<dist::DistProblem> SlabProblem(const std::string& token, int ranks) {
  FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseToken(token));
  dist::DistProblem result;
  Problem& problem = result.problem;
  problem = dist::WithoutLayout(parsed);
  problem.placement = Placement::kOutOfPlace;
  const TransformType type = problem.type;
  const auto in = dist::SpaceLengths(problem, type == TransformType::kRealInverse);
  const auto out = dist::SpaceLengths(problem, type == TransformType::kRealForward);
  result.input = dist::Slabs(in, 1, ranks);
  result.output = dist::Slabs(out, in.size() > 2 ? 2 : 1, ranks);
  return dist::CompleteDistProblem(result);
}

// Fills device memory with numbers of which none is a multiple of another.
absl::Status FillWithNumbers(rtc::Device& device, void* data, int64_t bytes) {
  std::vector<float> block(1 << 22);
  uint32_t state = 12345;
  for (float& value : block) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(state >> 8) / (1 << 24) - 0.5f;
  }
  const int64_t step = std::ssize(block) * static_cast<int64_t>(sizeof(float));
  for (int64_t at = 0; at < bytes; at += step) {
    FFT_RETURN_IF_ERROR(device.CopyToDevice(static_cast<char*>(data) + at, block.data(),
                                            std::min(step, bytes - at), nullptr));
  }
  return absl::OkStatus();
}

int64_t SideBytes(const dist::DistProblem& problem, const std::vector<dist::Box>& boxes, int rank,
                  ArrayFormat format) {
  return boxes[rank].volume() * ElementBytes(format, problem.problem.precision);
}

// Returns the milliseconds that the slowest rank takes for one execution.
absl::StatusOr<double> TimeOnce(dist::DistTransform& transform, rtc::Device& device,
                                Communicator& communicator, const dist::DistArguments& arguments,
                                int count) {
  FFT_RETURN_IF_ERROR(communicator.Barrier());
  FFT_ASSIGN_OR_RETURN(const rtc::ScopedEvent start, rtc::ScopedEvent::Create(device));
  FFT_ASSIGN_OR_RETURN(const rtc::ScopedEvent stop, rtc::ScopedEvent::Create(device));
  FFT_RETURN_IF_ERROR(device.RecordEvent(start.get(), arguments.stream));
  for (int i = 0; i < count; ++i) FFT_RETURN_IF_ERROR(transform.Execute(arguments));
  FFT_RETURN_IF_ERROR(device.RecordEvent(stop.get(), arguments.stream));
  FFT_ASSIGN_OR_RETURN(const double mine, device.ElapsedMilliseconds(start.get(), stop.get()));
  FFT_ASSIGN_OR_RETURN(const auto all,
                       communicator.AllGather(absl::StrFormat("%.9g", mine / count)));
  double slowest = 0;
  for (const std::string& text : all) {
    double value = 0;
    if (absl::SimpleAtod(text, &value)) slowest = std::max(slowest, value);
  }
  return slowest;
}

absl::Status Bench(const std::string& token, const Settings& settings, int pieces,
                   std::shared_ptr<Context> context, Communicator* communicator) {
  rtc::Device& device = context->device();
  FFT_ASSIGN_OR_RETURN(const dist::DistProblem problem, SlabProblem(token, communicator->size()));
  dist::TransformOptions options;
  options.dist.link = settings.link;
  options.dist.pieces = pieces;
  const bool copies = settings.transport == "copies";
  options.dist.peer_store = copies ? dist::PeerStore::kCopies : dist::PeerStore::kKernels;
  options.dist.groups = settings.groups;
  if (copies || settings.transport == "direct") options.dist.transport = dist::Transport::kDirect;
  FFT_ASSIGN_OR_RETURN(const auto transform,
                       dist::DistTransform::Create(context, communicator, problem, options));
  const int rank = communicator->rank();
  const int64_t in_bytes = SideBytes(problem, problem.input, rank, problem.problem.input.format);
  const int64_t out_bytes = SideBytes(problem, problem.output, rank, problem.problem.output.format);
  FFT_ASSIGN_OR_RETURN(const auto in, rtc::DeviceBuffer::Allocate(device, in_bytes));
  FFT_ASSIGN_OR_RETURN(const auto out, rtc::DeviceBuffer::Allocate(device, out_bytes));
  FFT_RETURN_IF_ERROR(FillWithNumbers(device, in.data(), in_bytes));
  FFT_ASSIGN_OR_RETURN(const rtc::ScopedStream stream, rtc::ScopedStream::Create(device));
  const dist::DistArguments arguments = {in.data(), out.data(), stream.get()};
  FFT_ASSIGN_OR_RETURN(const double warm,
                       TimeOnce(*transform, device, *communicator, arguments, 3));
  const int count = std::clamp(static_cast<int>(30 / std::max(warm, 0.01)), 1, 100);
  std::vector<double> samples;
  for (int i = 0; i < settings.repeats; ++i) {
    FFT_ASSIGN_OR_RETURN(const double one,
                         TimeOnce(*transform, device, *communicator, arguments, count));
    samples.push_back(one);
  }
  if (rank == 0) {
    const dist::DistPlan& plan = transform->plan();
    const dist::DistCandidate& chosen = plan.candidates[plan.candidate];
    std::cout << absl::StrFormat("%s,%d,%s,%d,%d,%.4f,%.4f,%.4f,%s", token, communicator->size(),
                                 settings.transport, pieces, settings.groups, Median(samples),
                                 *std::min_element(samples.begin(), samples.end()),
                                 chosen.seconds * 1e3, ToString(chosen))
              << std::endl;
  }
  return absl::OkStatus();
}

absl::Status BenchAll(const Settings& settings, std::shared_ptr<Context> context,
                      Communicator* control) {
  std::unique_ptr<Communicator> nccl;
  Communicator* communicator = control;
  if (settings.transport == "nccl") {
    FFT_ASSIGN_OR_RETURN(nccl,
                         dist::OpenNcclCommunicator(control, &context->device(), {settings.nccl}));
    communicator = nccl.get();
  }
  if (control->rank() == 0) {
    std::cout << "token,ranks,transport,pieces,groups,median_ms,min_ms,predicted_ms,plan"
              << std::endl;
  }
  for (const std::string& token : settings.tokens) {
    for (const int pieces : settings.pieces) {
      FFT_RETURN_IF_ERROR(Bench(token, settings, pieces, context, communicator));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<Context>> Open(const std::string& device) {
  ContextOptions environment = ReadEnvironment();
  environment.device = device;
  return Context::Create(environment);
}

absl::Status RunThreads(const Settings& settings, const std::string& device, int ranks) {
  std::vector<std::shared_ptr<Context>> contexts;
  for (int rank = 0; rank < ranks; ++rank) {
    FFT_ASSIGN_OR_RETURN(auto context,
                         Open(device == "host" ? device : absl::StrCat(device, ":", rank)));
    contexts.push_back(std::move(context));
  }
  const auto communicators = dist::MakeThreadCommunicators(ranks);
  std::vector<absl::Status> statuses(ranks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      statuses[rank] = BenchAll(settings, contexts[rank], communicators[rank].get());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& status : statuses) FFT_RETURN_IF_ERROR(status);
  return absl::OkStatus();
}

absl::Status RunMpi(const Settings& settings, const std::string& device,
                    const dist::MpiOptions& options) {
  {
    FFT_ASSIGN_OR_RETURN(const auto communicator, dist::OpenMpiCommunicator(options));
    const auto context = Open(device);
    FFT_RETURN_IF_ERROR(dist::AgreeOnStatus(*communicator, context.status()));
    FFT_RETURN_IF_ERROR(BenchAll(settings, *context, communicator.get()));
  }
  return dist::FinalizeMpi(options);
}

enum class BoxKind { kSlabs, kPencils };

// Returns one box for each rank: pencils along the last axis with nearly square ends.
std::vector<dist::Box> Pencils(const std::vector<int64_t>& lengths, int ranks) {
  int rows = 1;
  for (int p = 1; p * p <= ranks; ++p) {
    if (ranks % p == 0) rows = p;
  }
  dist::Grid grid{std::vector<int>(lengths.size(), 1)};
  grid.processes[1] = rows;
  grid.processes[2] = ranks / rows;
  return dist::BoxesOf(grid, lengths);
}

// Prints what the model predicts for the best candidates, without any rank.
absl::Status Predict(const Settings& settings, int ranks, BoxKind kind) {
  std::cout
      << "token,ranks,link,microseconds,local,exchange,exchanges,node_bytes,network_bytes,plan"
      << std::endl;
  for (const std::string& token : settings.tokens) {
    FFT_ASSIGN_OR_RETURN(dist::DistProblem problem, SlabProblem(token, ranks));
    if (problem.problem.lengths.size() < 2) {
      return InvalidField("token", token, "two or three dimensions with --predict");
    }
    for (std::vector<dist::Box>* boxes : {&problem.input, &problem.output}) {
      if (kind == BoxKind::kPencils) *boxes = Pencils(boxes->back().upper, ranks);
    }
    dist::DistOptions options;
    options.link = settings.link;
    FFT_ASSIGN_OR_RETURN(problem, dist::CompleteDistProblem(problem));
    FFT_ASSIGN_OR_RETURN(const auto found, dist::FindCandidates(problem, options));
    for (size_t i = 0; i < std::min<size_t>(found.size(), 3); ++i) {
      const dist::DistCandidate& c = found[i];
      std::cout << absl::StrFormat("%s,%d,%s,%.1f,%.1f,%.1f,%d,%d,%d,%s", token, ranks,
                                   settings.link.name, c.seconds * 1e6, c.local_seconds * 1e6,
                                   c.exchange_seconds * 1e6, c.exchanges, c.node_bytes,
                                   c.network_bytes, ToString(c))
                << std::endl;
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Settings> ReadSettings(const cli::Flags& flags) {
  Settings settings;
  settings.tokens = flags.positional();
  if (settings.tokens.empty()) return absl::InvalidArgumentError("no token given");
  FFT_ASSIGN_OR_RETURN(settings.transport,
                       flags.GetChoice("transport", {"messages", "direct", "copies", "nccl"}));
  settings.nccl = flags.Get("nccl");
  FFT_ASSIGN_OR_RETURN(settings.groups, flags.GetInt("groups", 0, 0, 16));
  FFT_ASSIGN_OR_RETURN(settings.link, dist::FindLinkModel(flags.Get("link", "memory")));
  FFT_ASSIGN_OR_RETURN(settings.repeats, flags.GetInt("repeats", 10, 1, 10000));
  for (const absl::string_view text : absl::StrSplit(flags.Get("pieces", "0"), ',')) {
    int pieces = 0;
    if (!absl::SimpleAtoi(text, &pieces)) {
      return InvalidField("--pieces", std::string(text), "integers");
    }
    settings.pieces.push_back(pieces);
  }
  return settings;
}

}  // namespace

bool AsksForRanks(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    const std::string name = argument.substr(0, argument.find('='));
    return name == "--ranks" || name == "--mpi";
  });
}

int RunDistBench(const std::vector<std::string>& arguments) {
  const absl::StatusOr<cli::Flags> flags = cli::ParseFlags(Specs(), arguments);
  absl::Status status = flags.status();
  if (flags.ok() && flags->Has("help")) {
    std::cout << "usage: fft_dist_bench TOKEN... [flags]\n\n" << cli::FlagsHelp(Specs());
    return 0;
  }
  if (status.ok()) {
    const auto settings = ReadSettings(*flags);
    const auto ranks = flags->GetInt("ranks", 2, 1, 65536);
    status = settings.ok() ? ranks.status() : settings.status();
    const std::string device = flags->Get("device", "host");
    if (status.ok() && flags->Has("predict")) {
      status = Predict(*settings, static_cast<int>(*ranks),
                       flags->Has("pencils") ? BoxKind::kPencils : BoxKind::kSlabs);
    } else if (status.ok() && flags->Has("mpi")) {
      status = RunMpi(*settings, device, {flags->Get("mpi")});
    } else if (status.ok()) {
      status = RunThreads(*settings, device, static_cast<int>(*ranks));
    }
  }
  if (status.ok()) return 0;
  std::cerr << "fft_dist_bench: " << status.message() << std::endl;
  std::_Exit(1);
}

}  // namespace fft::bench
