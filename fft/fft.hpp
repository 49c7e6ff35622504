// The library for C++17 and later: one header, which needs only the C interface (fft_c.h).
//
//   #include <fft/fft.hpp>
//
//   std::vector<std::complex<float>> data(1024, 1.0f);
//   fft::context device;                                       // a GPU, else the processor
//   fft::plan plan(device, "complex_forward_len_1024_single_ip");
//   plan.execute(device_pointer);                              // host memory on the host device
//
// Objects own the C objects that they stand for, and can be moved. Functions throw fft::error.
// Functions whose names begin with try_ return a result, which holds a value or an error. Functions
// and members here have the names of the C functions and members, and fft_c.h documents them:
// options, units, errors, threads, and when work has ended.
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

// The exception of a failed call. code() is a code of fft_c.h, such as FFT_INVALID_ARGUMENT. what()
// names the field at fault, its value and what is allowed.
class error : public std::runtime_error {
 public:
  error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const noexcept { return code_; }

 private:
  int code_;
};

// A value or an error. failure() may be called only if ok() is false.
template <typename T>
class result {
 public:
  result(T value) : value_(std::move(value)) {}  // NOLINT: converts
  result(fft::error failure) : error_(std::move(failure)) {}
  explicit operator bool() const noexcept { return value_.has_value(); }
  bool ok() const noexcept { return value_.has_value(); }
  const fft::error& failure() const { return *error_; }

  // Returns the value. If there is none, throws the error; without exceptions, ends the program.
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

// The value type of a result without a value.
struct done {};

enum class transform : fft_transform {
  complex_forward = FFT_COMPLEX_FORWARD,
  complex_inverse = FFT_COMPLEX_INVERSE,
  real_forward = FFT_REAL_FORWARD,
  real_inverse = FFT_REAL_INVERSE,
  real_to_real = FFT_REAL_TO_REAL
};
// The kind of the transform of one dimension (fft_axis_kind).
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

// Where the input or the output of a problem lies (fft_array, and the ranges of fft_problem). For
// example, an array with strides = {1024, 1} and distance = 1048576.
struct array {
  fft::format format = fft::format::automatic;
  std::vector<std::int64_t> strides;  // elements, slowest dimension first; empty = packed
  std::int64_t distance = 0;          // between the transforms of a batch; 0 = packed
  std::int64_t offsets[2] = {0, 0};
  std::vector<range> ranges;  // the part of each axis that the array holds; empty = whole axes
  std::optional<fft::precision> precision;  // none = the problem's
};

// What to compute (fft_problem). For example, a problem p with p.lengths = {336, 336} and p.batch =
// 4, or fft::problem("complex_forward_len_336_336_single_op_batch_4").
struct problem {
  problem() = default;
  problem(std::string text) : token(std::move(text)) {}  // NOLINT: converts
  problem(const char* text) : token(text) {}             // NOLINT: converts

  std::string token;                  // if not empty: the whole problem; the rest is ignored
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
  bool own_workspace = true;      // executions without a workspace use the plan's, one at a time
  bool independent_rows = false;  // a transform's result depends only on its own input
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
  int measured_trees = 0;         // 0 = 3, -1 = none
  double measure_seconds = 0;     // 0 = 10
  std::string spectrum_callback;  // only for chains
};

// fft_arguments with struct_size set and all other members 0.
struct arguments : fft_arguments {
  arguments() : fft_arguments{} { struct_size = sizeof(fft_arguments); }
};

// How to open a device (fft_context_options). For example, options with options.device = "host:4"
// and options.cache_path = "kernels.db".
struct context_options {
  std::string
      device;  // "auto", "hip[:n]", "cuda[:n]", "host[:threads]"; empty: FFT_DEVICE, else auto
  // Files of kernel caches; empty: as the environment says.
  std::string cache_path, system_cache_path;
  fft_log_function log = nullptr;
  void* log_data = nullptr;
  bool in_memory_alone = false;  // true: no read-write cache file, whatever cache_path is
};

namespace detail {

// Turns a C error into an fft::error, and frees the C error.
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

// Owns a pointer, which `destroy` frees.
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
  if (given.precision) {
    made.precision = static_cast<fft_array_precision>(*given.precision) + FFT_ARRAY_SINGLE;
  }
  made.strides = given.strides.empty() ? nullptr : given.strides.data();
  made.distance = given.distance;
  made.offsets[0] = given.offsets[0];
  made.offsets[1] = given.offsets[1];
  return made;
}

// The C struct, which points into `given`. Refuses values that the C struct cannot have: lists of
// another length than `lengths`, and a batch or a scale of 0, which stand for 1 in C.
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
  made.spectrum_callback = or_null(given.spectrum_callback);
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

  // Describes the device and its kernel cache, as JSON.
  std::string description() const {
    char* made = nullptr;
    fft_error* const failed = fft_context_description(get(), &made);
    return detail::text(failed, made).value();
  }

  // Blocks until the stream's work has ended, and throws its errors; try_synchronize returns them.
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

  // The compiled kernels that the context holds in memory, as bytes for deserialize_cache.
  // deserialize_cache returns the number of kernels.
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

// `count` elements in the memory of a context's device. The context must outlive the array.
template <typename T>
class device_array {
 public:
  device_array(const context& device, size_t count) : device_(device.get()), count_(count) {
    void* made = nullptr;
    // If the bytes do not fit size_t, the call fails, because no device has so much memory.
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

  // Copy the whole array, after the work already in `stream`. Both functions block until the copy
  // has ended.
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

  // Enqueues the transform; on the host device the transform has ended on return.
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
  // Executes on interleaved or real arrays, after a check of their sizes.
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

  // Describe the plan as JSON. wisdom() returns text for plan_options::wisdom and
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

// The convolution of long packed rows with one filter (fft_long_convolution). For example, a
// convolution with convolution.length = 1 << 20 and convolution.taps = 500.
struct long_convolution {
  std::int64_t length = 0;
  std::int64_t taps = 0;
  range output = {};  // of length + taps - 1 elements; a count of 0: all
  std::int64_t rows = 1;
  fft::precision precision = fft::precision::float32;
  bool is_complex = false;
};

// A chain: transform, product with spectra and transform back (fft_chain). The chain owns its
// workspace. So the program must order executions of several threads or streams. The context must
// outlive the chain.
class chain {
 public:
  chain(const context& device, const std::string& token, const plan_options& options = {}) {
    const fft_plan_options how = detail::to_c(options);
    fft_chain* made = nullptr;
    detail::finish(fft_chain_create(device.get(), token.c_str(), &how, &made)).value();
    take(device, made);
  }

  // Blocks that overlap, whose length predicted times choose.
  chain(const context& device, const long_convolution& what, const plan_options& options = {}) {
    const fft_plan_options how = detail::to_c(options);
    fft_long_convolution given = {};
    given.struct_size = sizeof(given);
    given.length = what.length;
    given.taps = what.taps;
    given.output = what.output;
    given.rows = what.rows;
    given.precision = static_cast<fft_precision>(what.precision);
    given.is_complex = what.is_complex ? 1 : 0;
    fft_chain* made = nullptr;
    detail::finish(fft_chain_create_long(device.get(), &given, &how, &made)).value();
    take(device, made);
  }

  fft_chain* get() const noexcept { return owned_.get(); }
  std::int64_t spectra_bytes() const noexcept { return fft_chain_spectra_bytes(get()); }

  // The plan that transforms filters into the array of spectra. `taps` has one range for each
  // length, the part of the axis that the filters' array holds; empty = whole axes, or the taps of
  // a long convolution.
  plan filter(const std::vector<range>& taps = {}) const {
    fft_plan* made = nullptr;
    detail::finish(fft_chain_filter(get(), taps.empty() ? nullptr : taps.data(), &made)).value();
    return plan(made);
  }

  // Enqueues the chain; on the host device the chain has ended on return. In place `in` is null or
  // equal to `out`.
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

  void take(const context& device, fft_chain* made) {
    owned_ = detail::handle<fft_chain, fft_chain_destroy>(made);
    const std::int64_t bytes = fft_chain_workspace_bytes(get());
    if (bytes > 0) workspace_.emplace(device, static_cast<size_t>(bytes) + alignment);
  }

  detail::handle<fft_chain, fft_chain_destroy> owned_;
  std::optional<device_array<unsigned char>> workspace_;
};

// Describes the plan of a problem for a target by name ("gfx90a", "sm_90", "host"), as JSON. Needs
// no device.
inline std::string describe(const std::string& target, const problem& what,
                            const plan_options& options = {}) {
  const fft_problem problem = detail::to_c(what).value();
  const fft_plan_options how = detail::to_c(options);
  char* made = nullptr;
  fft_error* const failed = fft_describe(target.c_str(), &problem, &how, &made);
  return detail::text(failed, made).value();
}

// Describe the best `limit` buffer assignments of the plan of describe (0 = all), and the sources
// of its kernels.
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
