// The library for C++17 and later: one header over the C interface (fft_c.h), without other needs.
//
//   #include <fft/fft.hpp>
//
//   std::vector<std::complex<float>> data(1024, 1.0f);
//   fft::context device;                                       // a GPU, else the processor
//   fft::plan plan(device, "complex_forward_len_1024_single_ip");
//   plan.execute(device_pointer);                              // host memory on the host device
//
// Objects own what they stand for and can be moved. Errors are exceptions of type fft::error, or,
// from the functions that begin with try_, results that hold a value or an error. fft_c.h documents
// each option, threads, and when work has ended; every name here is the name of a C function or
// member.
#ifndef FFT_FFT_HPP_
#define FFT_FFT_HPP_

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif

#include "fft/fft_c.h"

namespace fft {

// The exception of a failed call. code() is one of FFT_INVALID_ARGUMENT and so on; what() names the
// field at fault, its value and what is allowed.
class error : public std::runtime_error {
 public:
  error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const noexcept { return code_; }

 private:
  int code_;
};

// A value, or the error that came instead.
template <typename T>
class result {
 public:
  result(T value) : value_(std::move(value)) {}  // NOLINT: converts
  result(fft::error failure) : error_(std::move(failure)) {}
  explicit operator bool() const noexcept { return value_.has_value(); }
  bool ok() const noexcept { return value_.has_value(); }
  const fft::error& failure() const { return *error_; }

  // Throws the error if there is no value; without exceptions, ends the program.
  T& value() & {
    check();
    return *value_;
  }
  T&& value() && {
    check();
    return std::move(*value_);
  }
  T* operator->() { return &value(); }
  T& operator*() & { return value(); }

 private:
  void check() const {
    if (value_.has_value()) return;
#if defined(__cpp_exceptions)
    throw *error_;
#else
    std::abort();
#endif
  }

  std::optional<T> value_;
  std::optional<fft::error> error_;
};

// The value of a result that has none.
struct done {};

enum class transform : fft_transform {
  complex_forward = FFT_COMPLEX_FORWARD,
  complex_inverse = FFT_COMPLEX_INVERSE,
  real_forward = FFT_REAL_FORWARD,
  real_inverse = FFT_REAL_INVERSE,
  real_to_real = FFT_REAL_TO_REAL
};
// The transform of a dimension (fft_axis_kind).
enum class axis_kind : fft_axis_kind {
  forward = FFT_AXIS_FORWARD,
  inverse = FFT_AXIS_INVERSE,
  r2hc = FFT_R2HC,
  hc2r = FFT_HC2R,
  dht = FFT_DHT,
  dct1 = FFT_DCT1,
  dct2 = FFT_DCT2,
  dct3 = FFT_DCT3,
  dct4 = FFT_DCT4,
  dst1 = FFT_DST1,
  dst2 = FFT_DST2,
  dst3 = FFT_DST3,
  dst4 = FFT_DST4
};
enum class precision : fft_precision {
  float32 = FFT_SINGLE,
  float64 = FFT_DOUBLE,
  float16 = FFT_HALF,
  bfloat16 = FFT_BFLOAT16
};
enum class placement : fft_placement { out_of_place = FFT_OUT_OF_PLACE, in_place = FFT_IN_PLACE };
enum class format : fft_format {
  automatic = FFT_FORMAT_DEFAULT,
  complex_interleaved = FFT_COMPLEX_INTERLEAVED,
  complex_planar = FFT_COMPLEX_PLANAR,
  real = FFT_REAL,
  hermitian_interleaved = FFT_HERMITIAN_INTERLEAVED,
  hermitian_planar = FFT_HERMITIAN_PLANAR
};
enum class strategy : fft_strategy {
  balanced = FFT_BALANCED,
  fewest_buffers = FFT_FEWEST_BUFFERS,
  most_fusion = FFT_MOST_FUSION,
  fastest = FFT_FASTEST
};
enum class rigor : fft_rigor { estimate = FFT_ESTIMATE, measure = FFT_MEASURE };

using range = fft_range;

struct array {
  fft::format format = fft::format::automatic;
  std::vector<std::int64_t> strides;  // elements, slowest dimension first; empty = packed
  std::int64_t distance = 0;          // between the transforms of a batch; 0 = packed
  std::int64_t offsets[2] = {0, 0};
  std::vector<range> ranges;  // the part of each axis that the array holds; empty = whole axes
};

// What to compute (fft_problem). For example, a problem p with p.lengths = {336, 336} and p.batch =
// 4, or fft::problem("complex_forward_len_336_336_single_op_batch_4").
struct problem {
  problem() = default;
  problem(std::string text) : token(std::move(text)) {}  // NOLINT: converts
  problem(const char* text) : token(text) {}             // NOLINT: converts

  std::string token;                  // where not empty, the whole problem
  std::vector<std::int64_t> lengths;  // slowest dimension first
  fft::transform transform = fft::transform::complex_forward;
  fft::precision precision = fft::precision::float32;
  fft::placement placement = fft::placement::out_of_place;
  std::int64_t batch = 1;
  double scale = 1;
  array input, output;
  std::vector<axis_kind> kinds;  // one per length; empty = as transform says
  std::vector<fft_loop> loops;   // around the batch, slowest first
};

// How to plan (fft_plan_options). For example, options with options.rigor = fft::rigor::measure and
// options.measure_seconds = 5.
struct plan_options {
  bool overwrite_input = false;
  bool overwrite_gaps = false;
  bool own_workspace = true;      // executions without a workspace use the plan's, and take turns
  bool independent_rows = false;  // a transform's result depends on its own input alone
  fft::strategy strategy = fft::strategy::balanced;
  fft::rigor rigor = fft::rigor::estimate;
  int measured_candidates = 0;
  int candidate = 0;
  std::string scheme;
  std::vector<std::int64_t> factors;
  std::string load_callback, store_callback;
  void* load_user = nullptr;
  void* store_user = nullptr;
  void* stream = nullptr;
  std::string wisdom;
  std::int64_t max_candidates = 0;
  std::string shapes;
  int measured_trees = 0;      // 0 = 3, -1 = none
  double measure_seconds = 0;  // 0 = 10
};

// The C struct with its size set; members are fft_c.h's.
struct arguments : fft_arguments {
  arguments() : fft_arguments{} { struct_size = sizeof(fft_arguments); }
};

// How to open a device (fft_context_options). For example, options with options.device = "host:4"
// and options.cache_path = "kernels.db".
struct context_options {
  std::string
      device;  // "auto", "hip[:n]", "cuda[:n]", "host[:threads]"; empty: FFT_DEVICE, else auto
  // Empty: the environment's.
  std::string cache_path, system_cache_path;
  fft_log_function log = nullptr;
  void* log_data = nullptr;
  bool in_memory_alone = false;  // kernels are kept in no file, whatever the environment says
};

namespace detail {

// Frees the error.
inline fft::error take(fft_error* failed) {
  fft::error taken(fft_error_code(failed), fft_error_message(failed));
  fft_error_destroy(failed);
  return taken;
}

inline result<done> finish(fft_error* failed) {
  if (failed != nullptr) return take(failed);
  return done{};
}

inline result<std::string> text(fft_error* failed, char* made) {
  if (failed != nullptr) return take(failed);
  std::string copy(made);
  fft_string_free(made);
  return copy;
}

inline const char* or_null(const std::string& value) {
  return value.empty() ? nullptr : value.c_str();
}

// A pointer that `destroy` frees.
template <typename T, void (*destroy)(T*)>
class handle {
 public:
  explicit handle(T* owned = nullptr) noexcept : owned_(owned) {}
  handle(handle&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  handle& operator=(handle&& other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~handle() { destroy(owned_); }
  T* get() const noexcept { return owned_; }

 private:
  T* owned_;
};

inline fft_array to_c(const array& given) {
  fft_array made = {};
  made.format = static_cast<fft_format>(given.format);
  made.strides = given.strides.empty() ? nullptr : given.strides.data();
  made.distance = given.distance;
  made.offsets[0] = given.offsets[0];
  made.offsets[1] = given.offsets[1];
  return made;
}

// The C struct, which points into `given`. Refuses values that C would take for others: strides of
// another rank, which would be read beyond their end, and a batch of 0, which stands for 1.
inline result<fft_problem> to_c(const problem& given) {
  if (given.token.empty() && given.batch == 0) {
    return fft::error(FFT_INVALID_ARGUMENT,
                      "batch is 0; allowed: at least 1, or a loop of length 0");
  }
  if (given.token.empty() && given.scale == 0) {
    return fft::error(FFT_INVALID_ARGUMENT, "scale is 0; allowed: numbers other than 0");
  }
  const std::pair<const char*, std::size_t> lists[] = {
      {"input.strides", given.input.strides.size()},
      {"output.strides", given.output.strides.size()},
      {"input.ranges", given.input.ranges.size()},
      {"output.ranges", given.output.ranges.size()},
      {"kinds", given.kinds.size()}};
  for (const auto& [name, members] : lists) {
    if (members == 0 || members == given.lengths.size()) continue;
    return fft::error(FFT_INVALID_ARGUMENT, std::string(name) + " has " + std::to_string(members) +
                                                " members; allowed: none, or " +
                                                std::to_string(given.lengths.size()) +
                                                " as lengths has");
  }
  fft_problem made = {};
  made.struct_size = sizeof(made);
  made.token = or_null(given.token);
  made.lengths = given.lengths.data();
  made.rank = static_cast<std::int32_t>(given.lengths.size());
  made.transform = static_cast<fft_transform>(given.transform);
  made.precision = static_cast<fft_precision>(given.precision);
  made.placement = static_cast<fft_placement>(given.placement);
  made.batch = given.batch;
  made.scale = given.scale;
  made.input = to_c(given.input);
  made.output = to_c(given.output);
  static_assert(sizeof(axis_kind) == sizeof(fft_axis_kind), "kinds are passed as they stand");
  made.kinds =
      given.kinds.empty() ? nullptr : reinterpret_cast<const fft_axis_kind*>(given.kinds.data());
  made.loops = given.loops.empty() ? nullptr : given.loops.data();
  made.loop_count = static_cast<std::int32_t>(given.loops.size());
  made.input_ranges = given.input.ranges.empty() ? nullptr : given.input.ranges.data();
  made.output_ranges = given.output.ranges.empty() ? nullptr : given.output.ranges.data();
  return made;
}

// The C struct, which points into `given`.
inline fft_plan_options to_c(const plan_options& given) {
  fft_plan_options made = {};
  made.struct_size = sizeof(made);
  made.flags = (given.overwrite_input ? FFT_OVERWRITE_INPUT : 0) |
               (given.overwrite_gaps ? FFT_OVERWRITE_GAPS : 0) |
               (given.own_workspace ? FFT_OWN_WORKSPACE : 0) |
               (given.independent_rows ? FFT_INDEPENDENT_ROWS : 0);
  made.strategy = static_cast<fft_strategy>(given.strategy);
  made.rigor = static_cast<fft_rigor>(given.rigor);
  made.measured_candidates = given.measured_candidates;
  made.candidate = given.candidate;
  made.factor_count = static_cast<std::int32_t>(given.factors.size());
  made.factors = given.factors.data();
  made.scheme = or_null(given.scheme);
  made.load_callback = or_null(given.load_callback);
  made.store_callback = or_null(given.store_callback);
  made.load_user = given.load_user;
  made.store_user = given.store_user;
  made.stream = given.stream;
  made.wisdom = or_null(given.wisdom);
  made.max_candidates = given.max_candidates;
  made.shapes = or_null(given.shapes);
  made.measured_trees = given.measured_trees;
  made.measure_seconds = given.measure_seconds;
  return made;
}

}  // namespace detail

// A device with its compiler, kernel cache, loaded kernels and tables.
class context {
 public:
  context() : context(context_options{}) {}
  explicit context(const char* device)
      : context(context_options{device, "", "", nullptr, nullptr}) {}
  explicit context(const context_options& options) : context(try_create(options).value()) {}

  static result<context> try_create(const context_options& options = {}) {
    fft_context_options given = {};
    given.struct_size = sizeof(given);
    given.device = detail::or_null(options.device);
    given.cache_path = options.in_memory_alone ? "" : detail::or_null(options.cache_path);
    given.system_cache_path = detail::or_null(options.system_cache_path);
    given.log = options.log;
    given.log_data = options.log_data;
    fft_context* made = nullptr;
    if (fft_error* failed = fft_context_create(&given, &made)) return detail::take(failed);
    return context(made);
  }

  fft_context* get() const noexcept { return owned_.get(); }

  // The device and its cache, as JSON.
  std::string description() const {
    char* made = nullptr;
    fft_error* const failed = fft_context_description(get(), &made);
    return detail::text(failed, made).value();
  }

  // Blocks until the stream's work has ended, and reports its errors.
  void synchronize(void* stream = nullptr) const { try_synchronize(stream).value(); }
  result<done> try_synchronize(void* stream = nullptr) const {
    return detail::finish(fft_stream_synchronize(get(), stream));
  }

  std::string wisdom() const {
    char* made = nullptr;
    fft_error* const failed = fft_wisdom_export(get(), &made);
    return detail::text(failed, made).value();
  }
  std::int64_t import_wisdom(const std::string& text) const {
    std::int64_t entries = 0;
    detail::finish(fft_wisdom_import(get(), text.c_str(), &entries)).value();
    return entries;
  }
  void forget_wisdom() const { detail::finish(fft_wisdom_forget(get())).value(); }

  // The compiled kernels that the context's plans have used. deserialize_cache returns how many it
  // has taken.
  std::string serialize_cache() const {
    void* buffer = nullptr;
    size_t bytes = 0;
    detail::finish(fft_cache_serialize(get(), &buffer, &bytes)).value();
    std::string copy(static_cast<const char*>(buffer), bytes);
    fft_cache_free(buffer);
    return copy;
  }
  std::int64_t deserialize_cache(const std::string& bytes) const {
    std::int64_t kernels = 0;
    detail::finish(fft_cache_deserialize(get(), bytes.data(), bytes.size(), &kernels)).value();
    return kernels;
  }
  std::int64_t compiles() const noexcept { return fft_cache_compiles(get()); }

 private:
  explicit context(fft_context* made) : owned_(made) {}
  detail::handle<fft_context, fft_context_destroy> owned_;
};

// `count` elements in the memory of a context's device, which must outlive it.
template <typename T>
class device_array {
 public:
  device_array(const context& device, size_t count) : device_(device.get()), count_(count) {
    void* made = nullptr;
    // A size beyond size_t is more than any device has.
    constexpr size_t most = static_cast<size_t>(-1);
    const size_t bytes = count <= most / sizeof(T) ? count * sizeof(T) : most;
    detail::finish(fft_memory_allocate(device_, bytes, &made)).value();
    data_ = static_cast<T*>(made);
  }
  device_array(device_array&& other) noexcept
      : device_(other.device_), count_(other.count_), data_(std::exchange(other.data_, nullptr)) {}
  device_array& operator=(device_array&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(count_, other.count_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~device_array() { fft_error_destroy(fft_memory_free(device_, data_)); }

  T* data() const noexcept { return data_; }
  size_t size() const noexcept { return count_; }

  // Copies the whole array, after the work already in `stream`.
  void copy_from(const T* host, void* stream = nullptr) {
    detail::finish(fft_memory_to_device(device_, data_, host, count_ * sizeof(T), stream)).value();
  }
  void copy_to(T* host, void* stream = nullptr) const {
    detail::finish(fft_memory_to_host(device_, host, data_, count_ * sizeof(T), stream)).value();
  }

 private:
  fft_context* device_;
  size_t count_;
  T* data_ = nullptr;
};

// A transform that is planned, compiled and ready to run any number of times.
class plan {
 public:
  plan(const context& device, const problem& what, const plan_options& options = {})
      : plan(try_create(device, what, options).value()) {}

  static result<plan> try_create(const context& device, const problem& what,
                                 const plan_options& options = {}) {
    result<fft_problem> given = detail::to_c(what);
    if (!given) return given.failure();
    const fft_plan_options how = detail::to_c(options);
    fft_plan* made = nullptr;
    if (fft_error* failed = fft_plan_create_with(device.get(), &given.value(), &how, &made)) {
      return detail::take(failed);
    }
    return plan(made);
  }

  fft_plan* get() const noexcept { return owned_.get(); }
  std::int64_t workspace_bytes() const noexcept { return fft_plan_workspace_bytes(get()); }
  std::int64_t input_bytes() const noexcept { return fft_plan_input_bytes(get()); }
  std::int64_t output_bytes() const noexcept { return fft_plan_output_bytes(get()); }

  // Enqueues the transform; on the host device it has run on return.
  void execute(const fft_arguments& with) const { try_execute(with).value(); }
  result<done> try_execute(const fft_arguments& with) const {
    return detail::finish(fft_plan_execute(get(), &with));
  }
  void execute(const void* in, void* out, void* stream = nullptr) const {
    arguments with;
    with.in = in;
    with.out = out;
    with.stream = stream;
    execute(with);
  }
  // Executes in place.
  void execute(void* data) const { execute(nullptr, data); }

#if defined(__cpp_lib_span)
  // Executes on interleaved and real arrays, whose sizes are checked.
  template <typename In, typename Out>
  void execute(std::span<In> in, std::span<Out> out, void* stream = nullptr) const {
    check("in", in.size_bytes(), input_bytes()).value();
    check("out", out.size_bytes(), output_bytes()).value();
    execute(static_cast<const void*>(in.data()), static_cast<void*>(out.data()), stream);
  }
  template <typename T>
  void execute(std::span<T> data) const {
    check("data", data.size_bytes(),
          input_bytes() > output_bytes() ? input_bytes() : output_bytes())
        .value();
    execute(static_cast<void*>(data.data()));
  }
#endif

  // The plan as JSON. Only wisdom is another text, for plan_options::wisdom and
  // context::import_wisdom.
  std::string description() const {
    char* made = nullptr;
    fft_error* const failed = fft_plan_description(get(), &made);
    return detail::text(failed, made).value();
  }
  std::string candidates(std::int64_t limit = 0) const {
    char* made = nullptr;
    fft_error* const failed = fft_plan_candidates(get(), limit, &made);
    return detail::text(failed, made).value();
  }
  std::string sources() const {
    char* made = nullptr;
    fft_error* const failed = fft_plan_sources(get(), &made);
    return detail::text(failed, made).value();
  }
  std::string wisdom() const {
    char* made = nullptr;
    fft_error* const failed = fft_plan_wisdom(get(), &made);
    return detail::text(failed, made).value();
  }

 private:
  friend class chain;
  explicit plan(fft_plan* made) : owned_(made) {}

  static result<done> check(const char* name, size_t bytes, std::int64_t needed) {
    if (bytes >= static_cast<size_t>(needed)) return done{};
    return fft::error(FFT_INVALID_ARGUMENT, std::string(name) + " has " + std::to_string(bytes) +
                                                " bytes; allowed: at least " +
                                                std::to_string(needed));
  }

  detail::handle<fft_plan, fft_plan_destroy> owned_;
};

// A chain of transform, product with spectra and transform back, by its token. The workspace is its
// own: the program orders executions of several threads or streams. The context must outlive it.
class chain {
 public:
  chain(const context& device, const std::string& token, const plan_options& options = {}) {
    const fft_plan_options how = detail::to_c(options);
    fft_chain* made = nullptr;
    detail::finish(fft_chain_create(device.get(), token.c_str(), &how, &made)).value();
    owned_ = detail::handle<fft_chain, fft_chain_destroy>(made);
    const std::int64_t bytes = fft_chain_workspace_bytes(get());
    if (bytes > 0) workspace_.emplace(device, static_cast<size_t>(bytes) + alignment);
  }

  fft_chain* get() const noexcept { return owned_.get(); }
  std::int64_t spectra_bytes() const noexcept { return fft_chain_spectra_bytes(get()); }

  // The plan that makes spectra of filters. `taps` are the parts of the axes that the filters'
  // array holds: a range for each length, or none where it holds whole axes.
  plan filter(const std::vector<range>& taps = {}) const {
    fft_plan* made = nullptr;
    detail::finish(fft_chain_filter(get(), taps.empty() ? nullptr : taps.data(), &made)).value();
    return plan(made);
  }

  // Enqueues the chain; on the host device it has run on return. In place `in` is null.
  void execute(const void* in, void* out, const void* spectra, void* stream = nullptr) const {
    arguments with;
    with.in = in;
    with.out = out;
    with.stream = stream;
    if (workspace_) {
      const auto address = reinterpret_cast<std::uintptr_t>(workspace_->data());
      with.workspace = workspace_->data() + (alignment - address % alignment) % alignment;
      with.workspace_bytes = fft_chain_workspace_bytes(get());
    }
    detail::finish(fft_chain_execute(get(), spectra, &with)).value();
  }

 private:
  static constexpr size_t alignment = 256;

  detail::handle<fft_chain, fft_chain_destroy> owned_;
  std::optional<device_array<unsigned char>> workspace_;
};

// The plan of a problem for a target by name ("gfx90a", "sm_90", "host"), as JSON; needs no device.
inline std::string describe(const std::string& target, const problem& what,
                            const plan_options& options = {}) {
  const fft_problem problem = detail::to_c(what).value();
  const fft_plan_options how = detail::to_c(options);
  char* made = nullptr;
  fft_error* const failed = fft_describe(target.c_str(), &problem, &how, &made);
  return detail::text(failed, made).value();
}

// The best `limit` buffer assignments of such a plan, all for 0, and the sources of its kernels.
inline std::string describe_candidates(const std::string& target, const problem& what,
                                       const plan_options& options = {}, int64_t limit = 0) {
  const fft_problem problem = detail::to_c(what).value();
  const fft_plan_options how = detail::to_c(options);
  char* made = nullptr;
  fft_error* const failed = fft_describe_candidates(target.c_str(), &problem, &how, limit, &made);
  return detail::text(failed, made).value();
}
inline std::string describe_sources(const std::string& target, const problem& what,
                                    const plan_options& options = {}) {
  const fft_problem problem = detail::to_c(what).value();
  const fft_plan_options how = detail::to_c(options);
  char* made = nullptr;
  fft_error* const failed = fft_describe_sources(target.c_str(), &problem, &how, &made);
  return detail::text(failed, made).value();
}

}  // namespace fft

#endif  // FFT_FFT_HPP_
