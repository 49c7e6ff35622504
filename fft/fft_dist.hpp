// Transforms over several ranks for C++17 and later: one header over fft_dist_c.h. That header
// documents options and errors, and says which calls are collective. docs/distributed.md explains
// the terms.
//
//   const fft::communicator world = fft::communicator::mpi();      // or fft::communicator::threads
//   const fft::context device("host");
//   fft::dist_problem problem("complex_forward_len_512_512_512_single_op");
//   problem.input = fft::slabs(problem.token, fft::side::input, 0, world.size());
//   problem.output = fft::slabs(problem.token, fft::side::output, 1, world.size());
//   fft::dist_transform transform(device, world, problem);
//   transform.execute(in, out);                                     // this rank's boxes
#ifndef FFT_FFT_DIST_HPP_
#define FFT_FFT_DIST_HPP_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fft/fft.hpp"
#include "fft/fft_dist_c.h"

namespace fft {

// A part of an index space: the indices lower[d] <= i < upper[d] of every axis d, slowest axis
// first. For example, {{0, 0}, {4, 12}}.
struct box {
  std::vector<std::int64_t> lower, upper;
};

enum class side : fft_dist_side { input = FFT_DIST_INPUT, output = FFT_DIST_OUTPUT };
enum class transport : fft_dist_transport {
  messages = FFT_DIST_MESSAGES,
  direct = FFT_DIST_DIRECT
};
enum class peer_store : fft_dist_peer_store {
  automatic = FFT_DIST_STORE_AUTO,
  kernels = FFT_DIST_STORE_KERNELS,
  copies = FFT_DIST_STORE_COPIES
};

// What to compute, and which box of the data each rank holds (fft_dist_problem). For example,
// dist_problem("complex_forward_len_8_12_single_op") with boxes of slabs().
struct dist_problem {
  dist_problem() = default;
  dist_problem(std::string text) : token(std::move(text)) {}  // NOLINT: converts
  dist_problem(const char* text) : token(text) {}             // NOLINT: converts

  std::string token;
  std::vector<box> input, output;                       // one for each rank
  std::vector<std::int32_t> input_order, output_order;  // axes, slowest first; empty: 0, 1, 2, ...
};

// How to plan (fft_dist_options). For example, options with options.link = "nvlink" and
// options.transport = fft::transport::direct.
struct dist_options {
  std::string link;  // empty: "memory"
  fft::transport transport = fft::transport::messages;
  fft::peer_store peer_store = fft::peer_store::automatic;
  int candidate = 0;
  int pieces = 0;
  int groups = 0;
};

// The connection of one rank to the others.
class communicator {
 public:
  // A communicator of the ranks of MPI_COMM_WORLD, or of the MPI_Comm that `mpi_comm` points to. A
  // rank waits at most `timeout_seconds` seconds for others; 0 = 300.
  static communicator mpi(const void* mpi_comm = nullptr, const std::string& library = "",
                          double timeout_seconds = 0) {
    fft_dist_communicator* made = nullptr;
    detail::finish(fft_dist_mpi_open(detail::or_null(library), mpi_comm, timeout_seconds, &made))
        .value();
    return communicator(made);
  }
  // Ends MPI if mpi() has initialised it.
  static void finalize_mpi(const std::string& library = "") {
    detail::finish(fft_dist_mpi_finalize(detail::or_null(library))).value();
  }
  // The communicators of `ranks` threads of this process, one for each. A rank waits at most
  // `timeout_seconds` seconds for others; 0 = 600.
  static std::vector<communicator> threads(int ranks, double timeout_seconds = 0) {
    std::vector<fft_dist_communicator*> made(ranks > 0 ? static_cast<size_t>(ranks) : 1);
    detail::finish(fft_dist_threads_open(ranks, timeout_seconds, made.data())).value();
    std::vector<communicator> owned;
    owned.reserve(made.size());
    for (fft_dist_communicator* one : made) owned.push_back(communicator(one));
    return owned;
  }
  // A communicator of the same ranks, which exchange data by NCCL. `control` and `device` must
  // outlive the result.
  static communicator nccl(const communicator& control, const context& device,
                           const std::string& library = "") {
    fft_dist_communicator* made = nullptr;
    detail::finish(fft_dist_nccl_open(detail::or_null(library), control.get(), device.get(), &made))
        .value();
    return communicator(made);
  }

  fft_dist_communicator* get() const noexcept { return owned_.get(); }
  int rank() const noexcept { return fft_dist_rank(get()); }
  int size() const noexcept { return fft_dist_size(get()); }

 private:
  explicit communicator(fft_dist_communicator* made) : owned_(made) {}
  detail::handle<fft_dist_communicator, fft_dist_communicator_destroy> owned_;
};

// Lets the device use the memory of the peer's device. With transport::direct, dist_transform does
// this itself.
inline void allow_access(const context& device, const context& peer) {
  detail::finish(fft_dist_allow_access(device.get(), peer.get())).value();
}

// Returns slabs of nearly equal size, one for each rank, along an axis (0 = the slowest length) of
// the input or output of a token's problem.
inline std::vector<box> slabs(const std::string& token, side which, int axis, int ranks) {
  constexpr size_t most_axes = 3;
  std::vector<std::int64_t> numbers(2 * most_axes * (ranks > 0 ? static_cast<size_t>(ranks) : 1));
  int axes = 0;
  detail::finish(fft_dist_slabs(token.c_str(), static_cast<fft_dist_side>(which), axis, ranks,
                                numbers.data(), &axes))
      .value();
  std::vector<box> made;
  auto at = numbers.begin();
  for (int rank = 0; rank < ranks; ++rank, at += 2 * axes) {
    made.push_back({{at, at + axes}, {at + axes, at + 2 * axes}});
  }
  return made;
}

namespace detail {

// The boxes as numbers, one box for each rank. All boxes must have `*axes` axes. If `*axes` is 0,
// it receives the number of axes of the first box.
inline result<std::vector<std::int64_t>> to_c(const char* name, const std::vector<box>& boxes,
                                              int ranks, size_t* axes) {
  if (boxes.size() != static_cast<size_t>(ranks)) {
    return fft::error(FFT_INVALID_ARGUMENT,
                      std::string(name) + " has " + std::to_string(boxes.size()) +
                          " boxes; allowed: " + std::to_string(ranks) + ", one a rank");
  }
  std::vector<std::int64_t> numbers;
  for (const box& one : boxes) {
    if (*axes == 0) *axes = one.lower.size();
    if (*axes == 0 || one.lower.size() != *axes || one.upper.size() != *axes) {
      return fft::error(FFT_INVALID_ARGUMENT,
                        std::string(name) + " has a box of " + std::to_string(one.lower.size()) +
                            " lower and " + std::to_string(one.upper.size()) +
                            " upper indices; allowed: " + std::to_string(*axes) +
                            ", as the input's first box has");
    }
    numbers.insert(numbers.end(), one.lower.begin(), one.lower.end());
    numbers.insert(numbers.end(), one.upper.begin(), one.upper.end());
  }
  return numbers;
}

}  // namespace detail

// One rank's part of a transform over the ranks of a communicator, which must outlive it.
class dist_transform {
 public:
  dist_transform(const context& device, const communicator& world, const dist_problem& what,
                 const dist_options& options = {})
      : dist_transform(try_create(device, world, what, options).value()) {}

  static result<dist_transform> try_create(const context& device, const communicator& world,
                                           const dist_problem& what,
                                           const dist_options& options = {}) {
    fft_dist_problem given = {};
    given.struct_size = sizeof(given);
    size_t axes = 0;
    result<std::vector<std::int64_t>> in = detail::to_c("input", what.input, world.size(), &axes);
    result<std::vector<std::int64_t>> out =
        detail::to_c("output", what.output, world.size(), &axes);
    const bool orders_fit = what.input_order.empty() || what.output_order.empty() ||
                            what.input_order.size() == what.output_order.size();
    // Without a token fft_dist_create fails on all ranks, so no rank waits for this one.
    if (in && out && orders_fit) {
      given.token = what.token.c_str();
      given.input_boxes = in->data();
      given.output_boxes = out->data();
      given.box_axes = static_cast<std::int32_t>(axes);
      given.input_order = what.input_order.empty() ? nullptr : what.input_order.data();
      given.output_order = what.output_order.empty() ? nullptr : what.output_order.data();
      given.order_axes = static_cast<std::int32_t>(
          (given.input_order ? what.input_order : what.output_order).size());
    }
    fft_dist_options how = {};
    how.struct_size = sizeof(how);
    how.link = detail::or_null(options.link);
    how.transport = static_cast<fft_dist_transport>(options.transport);
    how.peer_store = static_cast<fft_dist_peer_store>(options.peer_store);
    how.candidate = options.candidate;
    how.pieces = options.pieces;
    how.groups = options.groups;
    fft_dist_transform* made = nullptr;
    fft_error* const failed = fft_dist_create(device.get(), world.get(), &given, &how, &made);
    if (failed == nullptr) return dist_transform(made);
    fft::error error = detail::take(failed);
    if (!in) return in.failure();
    if (!out) return out.failure();
    if (orders_fit) return error;
    return fft::error(FFT_INVALID_ARGUMENT,
                      "input_order and output_order have different numbers of axes");
  }

  fft_dist_transform* get() const noexcept { return owned_.get(); }
  std::int64_t input_bytes() const noexcept { return fft_dist_input_bytes(get()); }
  std::int64_t output_bytes() const noexcept { return fft_dist_output_bytes(get()); }

  // Enqueues the transform of this rank's boxes. Collective. On the host device, and if ranks
  // exchange through the host, the transform has ended on return.
  void execute(const void* in, void* out, void* stream = nullptr) {
    try_execute(in, out, stream).value();
  }
  result<done> try_execute(const void* in, void* out, void* stream = nullptr) {
    fft_dist_arguments with = {};
    with.struct_size = sizeof(with);
    with.in = in;
    with.out = out;
    with.stream = stream;
    return detail::finish(fft_dist_execute(get(), &with));
  }

  // Describes this rank's plan as JSON.
  std::string description() const {
    char* made = nullptr;
    fft_error* const failed = fft_dist_description(get(), &made);
    return detail::text(failed, made).value();
  }

 private:
  explicit dist_transform(fft_dist_transform* made) : owned_(made) {}
  detail::handle<fft_dist_transform, fft_dist_destroy> owned_;
};

}  // namespace fft

#endif  // FFT_FFT_DIST_HPP_
