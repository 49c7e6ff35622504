#include "fft/fft_dist_c.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/dist/mpi/mpi_communicator.h"
#include "fft/dist/nccl_communicator.h"
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

using c::NullArgument;

// Reads the problem of a token. A layout is refused, because boxes say where the data lies.
absl::StatusOr<Problem> ReadToken(const char* token) {
  if (token == nullptr) return NullArgument("problem.token");
  FFT_ASSIGN_OR_RETURN(const Problem given, ParseToken(token));
  FFT_RETURN_IF_ERROR(dist::CheckPacked(given, "problem.token: "));
  return dist::WithoutLayout(given);
}

std::vector<dist::Box> ReadBoxes(const int64_t* numbers, int ranks, size_t axes) {
  std::vector<dist::Box> boxes;
  for (int rank = 0; rank < ranks; ++rank) {
    const int64_t* lower = numbers + 2 * axes * rank;
    boxes.push_back({{lower, lower + axes}, {lower + axes, lower + 2 * axes}});
  }
  return boxes;
}

absl::StatusOr<dist::DistProblem> ReadDistProblem(const fft_dist_problem* problem, int ranks) {
  if (problem == nullptr) return NullArgument("problem");
  FFT_ASSIGN_OR_RETURN(const fft_dist_problem given,
                       c::ReadStruct(*problem, sizeof(fft_dist_problem), "problem"));
  dist::DistProblem result;
  FFT_ASSIGN_OR_RETURN(result.problem, ReadToken(given.token));
  if (given.input_boxes == nullptr) return NullArgument("problem.input_boxes");
  if (given.output_boxes == nullptr) return NullArgument("problem.output_boxes");
  const int lengths = static_cast<int>(result.problem.lengths.size());
  const int axes = given.box_axes == 0 ? lengths : given.box_axes;
  if (axes != lengths && axes != lengths + 1) {
    return InvalidField("problem.box_axes", absl::StrCat(given.box_axes),
                        absl::StrCat("0, ", lengths, ", or ", lengths + 1, " with the batch"));
  }
  result.input = ReadBoxes(given.input_boxes, ranks, axes);
  result.output = ReadBoxes(given.output_boxes, ranks, axes);
  if (given.input_order == nullptr && given.output_order == nullptr) return result;
  if (given.order_axes != lengths + 1) {
    return InvalidField("problem.order_axes", absl::StrCat(given.order_axes),
                        absl::StrCat(lengths + 1, ": the batch and the lengths"));
  }
  const auto read_order = [&](const int32_t* order, std::vector<int>* read) {
    if (order != nullptr) read->assign(order, order + given.order_axes);
  };
  read_order(given.input_order, &result.input_order);
  read_order(given.output_order, &result.output_order);
  return result;
}

absl::StatusOr<dist::TransformOptions> ReadDistOptions(const fft_dist_options* options) {
  dist::TransformOptions read;
  if (options == nullptr) return read;
  FFT_ASSIGN_OR_RETURN(const fft_dist_options given,
                       c::ReadStruct(*options, sizeof(fft_dist_options), "options"));
  if (given.link != nullptr) {
    const auto link = dist::FindLinkModel(given.link);
    if (!link.ok()) return absl::InvalidArgumentError(link.status().message());
    read.dist.link = *link;
  }
  if (given.transport < 0 || given.transport > 1) {
    return InvalidField("options.transport", absl::StrCat(given.transport), "0 or 1");
  }
  if (given.peer_store < 0 || given.peer_store > 2) {
    return InvalidField("options.peer_store", absl::StrCat(given.peer_store), "0 to 2");
  }
  // Members come in the order of the header.
  read.dist.transport = static_cast<dist::Transport>(given.transport);
  read.dist.peer_store = static_cast<dist::PeerStore>(given.peer_store);
  read.dist.candidate = given.candidate;
  read.dist.pieces = given.pieces;
  read.dist.groups = given.groups;
  FFT_RETURN_IF_ERROR(c::CheckReserved("options.reserved", given.reserved));
  return read;
}

// Makes the transform. A rank without a context, or whose arguments cannot be read, tells the other
// ranks before they wait for it.
absl::Status Create(fft_context* context, dist::Communicator* communicator,
                    const fft_dist_problem* problem, const fft_dist_options* options,
                    fft_dist_transform** transform) {
  absl::Status given = transform == nullptr ? NullArgument("transform") : absl::OkStatus();
  const auto what = ReadDistProblem(problem, communicator->size());
  const auto how = ReadDistOptions(options);
  given.Update(what.status());
  given.Update(how.status());
  auto made = std::make_unique<fft_dist_transform>();
  FFT_RETURN_IF_ERROR(dist::AgreeOnStatus(*communicator, given));
  FFT_ASSIGN_OR_RETURN(made->transform,
                       dist::DistTransform::Create(context == nullptr ? nullptr : context->context,
                                                   communicator, *what, *how));
  *transform = made.release();
  return absl::OkStatus();
}

absl::Status CheckTimeout(double seconds) {
  if (seconds >= 0) return absl::OkStatus();
  return InvalidField("timeout_seconds", absl::StrCat(seconds), "0 or more");
}

int64_t BoxBytes(const fft_dist_transform& transform, fft_dist_side side) {
  const dist::DistPlan& plan = transform.transform->plan();
  const bool is_input = side == FFT_DIST_INPUT;
  const dist::Box& box = (is_input ? plan.problem.input : plan.problem.output)[plan.rank];
  const Problem& problem = plan.problem.problem;
  return box.volume() *
         ElementBytes((is_input ? problem.input : problem.output).format, problem.precision);
}

absl::Status WriteSlabs(const char* token, fft_dist_side side, int axis, int ranks, int64_t* boxes,
                        int* lengths_count) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadToken(token));
  const int axes = static_cast<int>(problem.lengths.size());
  if (side != FFT_DIST_INPUT && side != FFT_DIST_OUTPUT) {
    return InvalidField("side", absl::StrCat(side), "FFT_DIST_INPUT or FFT_DIST_OUTPUT");
  }
  if (axis < 0 || axis >= axes) {
    return InvalidField("axis", absl::StrCat(axis), absl::StrCat("0 to ", axes - 1));
  }
  if (ranks < 1) return InvalidField("ranks", absl::StrCat(ranks), "1 or more");
  if (boxes == nullptr) return NullArgument("boxes");
  const bool is_hermitian =
      IsReal(problem.type) && IsForward(problem.type) == (side == FFT_DIST_OUTPUT);
  std::vector<int64_t> lengths = dist::SpaceLengths(problem, is_hermitian);
  lengths.erase(lengths.begin());  // drops the batch's length
  for (const dist::Box& box : dist::Slabs(lengths, axis, ranks)) {
    boxes = std::copy(box.lower.begin(), box.lower.end(), boxes);
    boxes = std::copy(box.upper.begin(), box.upper.end(), boxes);
  }
  if (lengths_count != nullptr) *lengths_count = axes;
  return absl::OkStatus();
}

dist::MpiOptions MpiOptionsOf(const char* library) {
  dist::MpiOptions options;
  if (library != nullptr) options.library = library;
  return options;
}

}  // namespace
}  // namespace fft

using fft::c::Guard;
using fft::c::NullArgument;

fft_error* fft_dist_mpi_open(const char* library, const void* mpi_comm, double timeout_seconds,
                             fft_dist_communicator** communicator) {
  if (communicator != nullptr) *communicator = nullptr;
  return Guard([&]() -> absl::Status {
    if (communicator == nullptr) return NullArgument("communicator");
    FFT_RETURN_IF_ERROR(fft::CheckTimeout(timeout_seconds));
    fft::dist::MpiOptions options = fft::MpiOptionsOf(library);
    options.communicator = mpi_comm;
    if (timeout_seconds > 0) options.timeout = absl::Seconds(timeout_seconds);
    FFT_ASSIGN_OR_RETURN(auto opened, fft::dist::OpenMpiCommunicator(options));
    *communicator = new fft_dist_communicator{std::move(opened)};
    return absl::OkStatus();
  });
}

fft_error* fft_dist_mpi_finalize(const char* library) {
  return Guard([&] { return fft::dist::FinalizeMpi(fft::MpiOptionsOf(library)); });
}

fft_error* fft_dist_threads_open(int ranks, double timeout_seconds,
                                 fft_dist_communicator** communicators) {
  return Guard([&]() -> absl::Status {
    if (communicators == nullptr) return NullArgument("communicators");
    if (ranks < 1 || ranks > 1024) {
      return fft::InvalidField("ranks", absl::StrCat(ranks), "1 to 1024");
    }
    std::fill(communicators, communicators + ranks, nullptr);
    FFT_RETURN_IF_ERROR(fft::CheckTimeout(timeout_seconds));
    auto opened = timeout_seconds > 0
                      ? fft::dist::MakeThreadCommunicators(ranks, absl::Seconds(timeout_seconds))
                      : fft::dist::MakeThreadCommunicators(ranks);
    std::vector<std::unique_ptr<fft_dist_communicator>> made;
    for (auto& communicator : opened) {
      made.push_back(std::make_unique<fft_dist_communicator>());
      made.back()->communicator = std::move(communicator);
    }
    for (int rank = 0; rank < ranks; ++rank) communicators[rank] = made[rank].release();
    return absl::OkStatus();
  });
}

fft_error* fft_dist_allow_access(fft_context* context, fft_context* peer) {
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    if (peer == nullptr) return NullArgument("peer");
    return context->context->device().AllowAccess(peer->context->device());
  });
}

fft_error* fft_dist_nccl_open(const char* library, fft_dist_communicator* control,
                              fft_context* context, fft_dist_communicator** communicator) {
  if (communicator != nullptr) *communicator = nullptr;
  return Guard([&]() -> absl::Status {
    if (control == nullptr) return NullArgument("control");
    if (communicator == nullptr || context == nullptr) {
      return fft::dist::AgreeOnStatus(
          *control->communicator,
          NullArgument(communicator == nullptr ? "communicator" : "context"));
    }
    fft::dist::NcclOptions options;
    if (library != nullptr) options.library = library;
    FFT_ASSIGN_OR_RETURN(auto opened,
                         fft::dist::OpenNcclCommunicator(control->communicator.get(),
                                                         &context->context->device(), options));
    *communicator = new fft_dist_communicator{std::move(opened)};
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

fft_error* fft_dist_slabs(const char* token, fft_dist_side side, int axis, int ranks,
                          int64_t* boxes, int* axes) {
  return Guard([&] { return fft::WriteSlabs(token, side, axis, ranks, boxes, axes); });
}

fft_error* fft_dist_create(fft_context* context, fft_dist_communicator* communicator,
                           const fft_dist_problem* problem, const fft_dist_options* options,
                           fft_dist_transform** transform) {
  if (transform != nullptr) *transform = nullptr;
  return Guard([&]() -> absl::Status {
    if (communicator == nullptr) return NullArgument("communicator");
    return fft::Create(context, communicator->communicator.get(), problem, options, transform);
  });
}

void fft_dist_destroy(fft_dist_transform* transform) { delete transform; }

int64_t fft_dist_input_bytes(const fft_dist_transform* transform) {
  return transform == nullptr ? 0 : fft::BoxBytes(*transform, FFT_DIST_INPUT);
}

int64_t fft_dist_output_bytes(const fft_dist_transform* transform) {
  return transform == nullptr ? 0 : fft::BoxBytes(*transform, FFT_DIST_OUTPUT);
}

fft_error* fft_dist_execute(fft_dist_transform* transform, const fft_dist_arguments* arguments) {
  return Guard([&]() -> absl::Status {
    if (transform == nullptr) return NullArgument("transform");
    if (arguments == nullptr) return transform->transform->Refuse(NullArgument("arguments"));
    const auto given = fft::c::ReadStruct(*arguments, sizeof(fft_dist_arguments), "arguments");
    if (!given.ok()) return transform->transform->Refuse(given.status());
    return transform->transform->Execute({given->in, given->out, given->stream});
  });
}

fft_error* fft_dist_description(const fft_dist_transform* transform, char** json) {
  if (json != nullptr) *json = nullptr;
  return Guard([&]() -> absl::Status {
    if (transform == nullptr) return NullArgument("transform");
    if (json == nullptr) return NullArgument("json");
    return fft::c::GiveText(fft::dist::ToJson(transform->transform->plan()).dump(), json);
  });
}
