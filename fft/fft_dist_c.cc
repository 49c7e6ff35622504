#include "fft/fft_dist_c.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/dist/mpi/mpi_communicator.h"
#include "fft/dist/thread_communicator.h"
#include "fft/dist/transform.h"
#include "fft/fft_c_internal.h"

struct fft_dist_communicator {
  std::unique_ptr<fft::dist::Communicator> communicator;
};

struct fft_dist_transform {
  std::unique_ptr<fft::dist::DistTransform> transform;
};

namespace fft {
namespace {

using c::Guard;
using c::NullArgument;

std::vector<dist::Box> ReadBoxes(const int64_t* numbers, int ranks, size_t axes) {
  std::vector<dist::Box> boxes;
  for (int rank = 0; rank < ranks; ++rank) {
    const int64_t* lower = numbers + 2 * axes * rank;
    boxes.push_back({{lower, lower + axes}, {lower + axes, lower + 2 * axes}});
  }
  return boxes;
}

absl::StatusOr<dist::DistProblem> ReadDistProblem(const fft_dist_problem& given, int ranks) {
  if (given.token == nullptr) return NullArgument("problem.token");
  if (given.input_boxes == nullptr) return NullArgument("problem.input_boxes");
  if (given.output_boxes == nullptr) return NullArgument("problem.output_boxes");
  FFT_ASSIGN_OR_RETURN(const Problem parsed, ParseToken(given.token));
  dist::DistProblem result;
  Problem& problem = result.problem;
  problem.type = parsed.type;
  problem.lengths = parsed.lengths;
  problem.precision = parsed.precision;
  problem.placement = parsed.placement;
  problem.batch = parsed.batch;
  problem.scale = parsed.scale;
  result.input = ReadBoxes(given.input_boxes, ranks, parsed.lengths.size());
  result.output = ReadBoxes(given.output_boxes, ranks, parsed.lengths.size());
  return result;
}

absl::StatusOr<dist::TransformOptions> ReadDistOptions(const fft_dist_problem& given) {
  dist::TransformOptions options;
  if (given.link != nullptr) {
    const auto link = dist::FindLinkModel(given.link);
    if (!link.ok()) return absl::InvalidArgumentError(link.status().message());
    options.dist.link = *link;
  }
  if (given.direct != 0) options.dist.transport = dist::Transport::kDirect;
  options.dist.pieces = given.pieces;
  return options;
}

// A rank that cannot read its problem tells the others before any of them waits for it.
absl::Status Create(fft_context* context, dist::Communicator* communicator,
                    const fft_dist_problem& given, fft_dist_transform* made) {
  const auto problem = ReadDistProblem(given, communicator->size());
  const auto options = ReadDistOptions(given);
  FFT_RETURN_IF_ERROR(
      dist::AgreeOnStatus(*communicator, problem.ok() ? options.status() : problem.status()));
  FFT_ASSIGN_OR_RETURN(made->transform, dist::DistTransform::Create(context->context, communicator,
                                                                    *problem, *options));
  return absl::OkStatus();
}

}  // namespace
}  // namespace fft

using fft::c::Guard;
using fft::c::NullArgument;

fft_error* fft_dist_mpi_open(const char* library, const void* mpi_comm, double timeout_seconds,
                             fft_dist_communicator** communicator) {
  return Guard([&]() -> absl::Status {
    if (communicator == nullptr) return NullArgument("communicator");
    *communicator = nullptr;
    fft::dist::MpiOptions options;
    if (library != nullptr) options.library = library;
    options.communicator = mpi_comm;
    if (timeout_seconds > 0) options.timeout = absl::Seconds(timeout_seconds);
    FFT_ASSIGN_OR_RETURN(auto opened, fft::dist::OpenMpiCommunicator(options));
    *communicator = new fft_dist_communicator{std::move(opened)};
    return absl::OkStatus();
  });
}

fft_error* fft_dist_threads_open(int ranks, fft_dist_communicator** communicators) {
  return Guard([&]() -> absl::Status {
    if (communicators == nullptr) return NullArgument("communicators");
    if (ranks < 1 || ranks > 1024) {
      return fft::InvalidField("ranks", std::to_string(ranks), "1 to 1024");
    }
    auto opened = fft::dist::MakeThreadCommunicators(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
      communicators[rank] = new fft_dist_communicator{std::move(opened[rank])};
    }
    return absl::OkStatus();
  });
}

void fft_dist_communicator_destroy(fft_dist_communicator* communicator) { delete communicator; }

int fft_dist_rank(const fft_dist_communicator* communicator) {
  return communicator == nullptr ? 0 : communicator->communicator->rank();
}

int fft_dist_size(const fft_dist_communicator* communicator) {
  return communicator == nullptr ? 0 : communicator->communicator->size();
}

fft_error* fft_dist_create(fft_context* context, fft_dist_communicator* communicator,
                           const fft_dist_problem* problem, fft_dist_transform** transform) {
  return Guard([&]() -> absl::Status {
    if (transform == nullptr) return NullArgument("transform");
    *transform = nullptr;
    if (context == nullptr) return NullArgument("context");
    if (communicator == nullptr) return NullArgument("communicator");
    if (problem == nullptr) return NullArgument("problem");
    FFT_ASSIGN_OR_RETURN(const fft_dist_problem given,
                         fft::c::ReadStruct(*problem, sizeof(fft_dist_problem), "problem"));
    auto made = std::make_unique<fft_dist_transform>();
    FFT_RETURN_IF_ERROR(fft::Create(context, communicator->communicator.get(), given, made.get()));
    *transform = made.release();
    return absl::OkStatus();
  });
}

void fft_dist_destroy(fft_dist_transform* transform) { delete transform; }

fft_error* fft_dist_execute(fft_dist_transform* transform, const void* in, void* out,
                            void* stream) {
  return Guard([&]() -> absl::Status {
    if (transform == nullptr) return NullArgument("transform");
    return transform->transform->Execute({in, out, stream});
  });
}

fft_error* fft_dist_description(const fft_dist_transform* transform, char** json) {
  return Guard([&]() -> absl::Status {
    if (transform == nullptr) return NullArgument("transform");
    if (json == nullptr) return NullArgument("json");
    return fft::c::GiveText(fft::dist::ToJson(transform->transform->plan()).dump(), json);
  });
}
