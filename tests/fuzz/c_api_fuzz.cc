// Fuzz target: calls of the C interface, with structs of any size, numbers outside the
// enumerations, and any texts and buffers. Planning takes a thousand times as long as the checks,
// so most calls with problems and options stop at the last check before planning. A hash of the
// input chooses the few calls of small lengths that plan, so that the fuzzer cannot learn to prefer
// them. With FFT_FUZZ_NO_PLANS no call plans.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/fft_c.h"
#include "fft/rtc/testing/fuzz_hash.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace {

class Input {
 public:
  explicit Input(absl::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  absl::string_view Take(size_t count) {
    const absl::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  template <typename T>
  T Number() {
    T number = {};
    const absl::string_view bytes = Take(sizeof(T));
    std::memcpy(&number, bytes.data(), bytes.size());
    return number;
  }
  // Reads a length: one byte (mostly), or eight bytes.
  int64_t Length() {
    const auto byte = Number<uint8_t>();
    return byte == 255 ? Number<int64_t>() : byte;
  }
  // Reads a value, which is mostly one of 0 to `last`.
  int32_t Enumeration(int32_t last) {
    const auto byte = Number<int8_t>();
    return byte % 16 == 5 ? byte : (byte & 127) % (last + 1);
  }
  std::string Text() { return std::string(Take(Number<uint16_t>() % 1024)); }

 private:
  absl::string_view bytes_;
};

// The result of a call. Every error has a message. The message of a wrong argument names the
// argument: "FIELD is VALUE; allowed: ...".
struct Outcome {
  explicit Outcome(fft_error* error) : code(fft_error_code(error)) {
    message = fft_error_message(error);
    FFT_CHECK((error == nullptr) == (code == FFT_OK) && message.empty() == (code == FFT_OK));
    if (code == FFT_INVALID_ARGUMENT || code == FFT_NOT_FOUND) {
      const size_t is = message.find(" is ");
      FFT_CHECK(is != 0 && is < message.find("; allowed: ") && is != std::string::npos);
    }
    fft_error_destroy(error);
  }
  bool Names(const std::string& field) const { return absl::StartsWith(message, field); }

  int code;
  std::string message;
};

using Fields = std::vector<std::string>;

// Checks that a call was refused because of one of the `wrong` fields.
void CheckNamed(const Outcome& outcome, const Fields& wrong) {
  const auto named = [&](const std::string& field) { return outcome.Names(field); };
  const bool is_refused = outcome.code == FFT_INVALID_ARGUMENT || outcome.code == FFT_NOT_FOUND;
  if (is_refused && std::any_of(wrong.begin(), wrong.end(), named)) return;
  std::fprintf(stderr, "code %d, \"%s\"; of ", outcome.code, outcome.message.c_str());
  for (const std::string& field : wrong) std::fprintf(stderr, "\"%s\" ", field.c_str());
  FFT_CHECK(false);
}

// A struct in a heap block as large as its size member says, so that the sanitizer finds reads
// behind it. `first_size` is the size that 0 stands for; `least_size` is the least accepted size.
template <typename T>
class Struct {
 public:
  Struct(Input* input, size_t first_size) : Struct(input, first_size, first_size) {}
  Struct(Input* input, size_t first_size, size_t least_size)
      : first_size_(first_size), least_size_(least_size) {
    choice_ = input->Number<uint8_t>();
    size_t says = choice_ < 128 ? sizeof(T) : choice_ < 192 ? 0 : input->Number<uint16_t>();
    if (choice_ == 255) says = input->Number<size_t>();
    value_.struct_size = says;
  }

  T& value() { return value_; }
  size_t size() const { return value_.struct_size == 0 ? first_size_ : value_.struct_size; }
  bool HasGoodSize() const {
    return size() >= least_size_ && size() <= kLargest && size() % alignof(T) == 0 &&
           (size() <= sizeof(T) || !HasMore());
  }
  bool Has(size_t end_of_member) const { return end_of_member <= size(); }

  const T* Sealed() {
    block_.reset(new char[std::clamp(size(), sizeof(size_t), kLargest)]());
    std::memcpy(block_.get(), &value_, std::min(size(), sizeof(T)));
    std::memcpy(block_.get(), &value_.struct_size, sizeof(size_t));
    // The byte is a nonzero member of a later release.
    if (size() > sizeof(T) && size() <= kLargest && HasMore()) block_[size() - 1] = 1;
    return reinterpret_cast<const T*>(block_.get());
  }

 private:
  static constexpr size_t kLargest = 1 << 16;
  bool HasMore() const { return choice_ % 2 == 0; }

  const size_t first_size_;
  const size_t least_size_;
  uint8_t choice_;
  T value_ = {};
  std::unique_ptr<char[]> block_;
};

struct Problem {
  explicit Problem(Input* input, bool is_small)
      : given(input, offsetof(fft_problem, output) + sizeof(fft_array)) {
    fft_problem& problem = given.value();
    const auto flags = input->Number<uint8_t>();
    if ((flags & 1) != 0 && !is_small) {
      token = input->Text();
      problem.token = token.c_str();
      return;
    }
    for (int64_t* number : {lengths, in_strides, out_strides}) {
      for (int i = 0; i < kMostRank; ++i) number[i] = i < 3 ? input->Length() : 1;
    }
    for (int64_t& length : lengths) length = is_small ? 1 + (length & 31) : length;
    if ((flags & 2) == 0) problem.lengths = lengths;
    const auto rank = input->Number<int8_t>();
    problem.rank = rank % 16 == 5 ? rank : rank & 3;
    problem.transform = input->Enumeration(4);
    problem.precision = input->Enumeration(2);
    problem.placement = input->Enumeration(1);
    problem.batch = input->Length();
    problem.scale = (flags & 8) != 0 ? input->Number<double>() : 0;
    // The library reads as many strides as the rank says, so it must check the rank first.
    if ((flags & 16) != 0) problem.input.strides = in_strides;
    if ((flags & 32) != 0) problem.output.strides = out_strides;
    for (fft_array* array : {&problem.input, &problem.output}) {
      array->format = input->Enumeration(5);
      if ((flags & 64) == 0) continue;
      array->distance = input->Length();
      array->offsets[0] = input->Length();
      array->offsets[1] = input->Length();
    }
  }

  // Returns the fields that are wrong independently of other fields.
  Fields Wrong() {
    const fft_problem& problem = given.value();
    if (!given.HasGoodSize()) return {"problem.struct_size"};
    if (problem.token != nullptr) return {};
    if (problem.lengths == nullptr) return {"problem.lengths"};
    if (problem.rank < 1 || problem.rank > kMostRank) return {"problem.rank"};
    Fields wrong;
    const auto check = [&](const char* field, int32_t number, int32_t last) {
      if (number < 0 || number > last) wrong.push_back(std::string(field) + " ");
    };
    check("problem.transform", problem.transform, 4);
    check("problem.precision", problem.precision, 2);
    check("problem.placement", problem.placement, 1);
    check("problem.input.format", problem.input.format, 5);
    check("problem.output.format", problem.output.format, 5);
    if (!wrong.empty()) return wrong;
    if (problem.transform == FFT_REAL_TO_REAL) wrong.emplace_back("kinds ");
    for (int i = 0; i < problem.rank; ++i) {
      if (lengths[i] < 1) wrong.push_back("lengths[" + std::to_string(i) + "] ");
    }
    if (problem.batch < 0) wrong.emplace_back("batch ");
    const double most_scale = problem.precision == FFT_DOUBLE ? std::numeric_limits<double>::max()
                                                              : std::numeric_limits<float>::max();
    if (!(std::abs(problem.scale) <= most_scale)) wrong.emplace_back("scale ");
    return wrong;
  }

  Struct<fft_problem> given;
  std::string token;
  static constexpr int kMostRank = 16;
  int64_t lengths[kMostRank] = {}, in_strides[kMostRank] = {}, out_strides[kMostRank] = {};
};

struct Options {
  explicit Options(Input* input)
      : given(input, sizeof(fft_plan_options), offsetof(fft_plan_options, shapes)) {
    fft_plan_options& options = given.value();
    const auto flags = input->Number<uint16_t>();
    options.flags = input->Enumeration(15);
    options.strategy = input->Enumeration(2);
    options.max_candidates = (flags & 1) != 0 ? input->Length() : 4;
    options.candidate = static_cast<int32_t>(input->Length());
    if ((flags & 2) != 0) options.measured_candidates = static_cast<int32_t>(input->Length());
    for (int64_t& factor : factors) factor = input->Length();
    if ((flags & 4) != 0) {
      options.factor_count = input->Number<uint8_t>() % 6 - 1;
      options.factor_count = std::min(options.factor_count, 4);
      options.factors = (flags & 8) != 0 ? factors : nullptr;
    }
    const auto text = [&](int flag, std::string* to) {
      if ((flags & flag) == 0) return static_cast<const char*>(nullptr);
      *to = input->Text();
      return to->c_str();
    };
    options.scheme = text(16, &scheme);
    options.shapes = text(32, &shapes);
    options.wisdom = text(64, &wisdom);
    if ((flags & 128) != 0) options.rigor = input->Enumeration(1);
  }

  // Gives the options a wisdom text that is not valid. Wisdom is the last thing that is read before
  // planning, so everything else is checked and nothing is planned.
  void EndWithWisdom() {
    wisdom = "?" + wisdom;
    given.value().wisdom = wisdom.c_str();
  }

  // Returns the fields that are wrong independently of other fields, and the fields that may be
  // wrong.
  Fields Wrong() {
    const fft_plan_options& options = given.value();
    if (!given.HasGoodSize()) return {"options.struct_size"};
    Fields wrong;
    const auto check = [&](const char* field, bool is_good) {
      if (!is_good) wrong.emplace_back(field);
    };
    check("options.flags ", options.flags <= 15);
    check("options.strategy ", options.strategy >= 0 && options.strategy <= 2);
    check("options.rigor ", options.rigor == 0 || options.rigor == 1);
    check("options.measured_candidates ", options.measured_candidates >= 0);
    check("options.max_candidates ",
          options.max_candidates >= 0 && options.max_candidates <= 1000000);
    const bool has_factors = options.factor_count == 0 || options.factors != nullptr;
    check("options.factor_count ", options.factor_count >= 0 && has_factors);
    if (!wrong.empty()) return wrong;
    if (options.scheme != nullptr) wrong.emplace_back("options.scheme ");
    const bool has_shapes = given.Has(offsetof(fft_plan_options, shapes) + sizeof(char*));
    if (has_shapes && options.shapes != nullptr) wrong.emplace_back("shape");
    wrong.emplace_back("wisdom ");
    return wrong;
  }

  Struct<fft_plan_options> given;
  int64_t factors[4] = {};
  std::string scheme, shapes, wisdom;
};

// How many choices were imported into the context.
int64_t choices = 0;

// Returns a context whose compiler does not exist, so that planning ends before the first compile.
// Imported wisdom stays in a context, so a new context replaces it from time to time.
fft_context* SomeContext() {
  constexpr int64_t kMostChoices = 50;
  constexpr int kMostUses = 100000;
  static fft_context* context = nullptr;
  static int uses = 0;
  if (context != nullptr && ++uses % kMostUses != 0 && choices <= kMostChoices) return context;
  fft_context_destroy(context);
  choices = 0;
  setenv("FFT_HOST_CXX", "/nonexistent/c++", 1);
  setenv("FFT_HOST_COMPILER", "c++", 1);
  fft_context_options options = {};
  options.struct_size = sizeof(options);
  options.device = "host";
  options.cache_path = "";
  options.system_cache_path = "none";
  FFT_CHECK(Outcome(fft_context_create(&options, &context)).code == FFT_OK);
  return context;
}

// The value of a result pointer before a call. No result has this address.
template <typename T>
T* Untouched() {
  static char somewhere;
  return reinterpret_cast<T*>(&somewhere);
}

void Describe(Input* input, bool may_plan) {
  Problem problem(input, may_plan);
  Options options(input);
  static constexpr const char* kTargets[] = {"gfx90a", "host", "sm_90", "MI300X"};
  const uint8_t known = input->Number<uint8_t>();
  const std::string target = may_plan ? kTargets[known % 4] : "no " + input->Text();
  char* json = Untouched<char>();
  const Outcome outcome(
      fft_describe(target.c_str(), problem.given.Sealed(), options.given.Sealed(), &json));
  FFT_CHECK(json != Untouched<char>() && (outcome.code == FFT_OK) == (json != nullptr));
  if (!may_plan) FFT_CHECK(outcome.code == FFT_NOT_FOUND && outcome.Names("target is no "));
  if (const Fields wrong = problem.Wrong(); may_plan && !wrong.empty()) CheckNamed(outcome, wrong);
  fft_string_free(json);
}

void MakePlan(Input* input, bool may_plan) {
  Problem problem(input, may_plan);
  Options options(input);
  if (!may_plan) options.EndWithWisdom();
  fft_plan* plan = Untouched<fft_plan>();
  const Outcome outcome(
      fft_plan_create_with(SomeContext(), problem.given.Sealed(), options.given.Sealed(), &plan));
  FFT_CHECK(outcome.code != FFT_OK && plan == nullptr);
  if (const Fields wrong = problem.Wrong(); !wrong.empty()) return CheckNamed(outcome, wrong);
  if (may_plan) return;
  // Members may be wrong only in combination. Then the refusal names the problem, its token or the
  // options.
  Fields maybe = {"lengths", "batch",       "scale ",   "input.",  "output.",
                  "loops",   "token part ", "ioffset ", "ooffset "};
  if (std::any_of(maybe.begin(), maybe.end(), [&](const auto& f) { return outcome.Names(f); })) {
    return;
  }
  CheckNamed(outcome, options.Wrong());
}

void OpenContext(Input* input) {
  Struct<fft_context_options> given(input, sizeof(fft_context_options));
  // The "x" keeps the name from being that of a device. Opening a device would load its driver.
  const std::string device = "x" + input->Text();
  given.value().device = device.c_str();
  given.value().system_cache_path = "none";
  given.value().cache_path = "";
  fft_context* context = Untouched<fft_context>();
  const Outcome outcome(fft_context_create(given.Sealed(), &context));
  FFT_CHECK(context == nullptr);
  CheckNamed(outcome, {given.HasGoodSize() ? "device" : "options.struct_size"});
}

void GiveWisdom(Input* input) {
  const std::string text = input->Text();
  int64_t entries = -1;
  const Outcome outcome(fft_wisdom_import(SomeContext(), text.c_str(), &entries));
  FFT_CHECK(outcome.code == FFT_OK ? entries >= 0 : entries == 0);
  if (outcome.code != FFT_OK) CheckNamed(outcome, {"wisdom"});
  choices += entries;
  if (entries == 0) return;
  char* known = nullptr;
  FFT_CHECK(Outcome(fft_wisdom_export(SomeContext(), &known)).code == FFT_OK);
  int64_t again = -1;
  FFT_CHECK(Outcome(fft_wisdom_import(SomeContext(), known, &again)).code == FFT_OK);
  FFT_CHECK(again >= 0);
  fft_string_free(known);
}

void GiveKernels(Input* input) {
  const std::string bytes = input->Text();
  // The buffer is exactly as large as the bytes, so that the sanitizer finds reads behind them.
  const std::vector<char> buffer(bytes.begin(), bytes.end());
  int64_t kernels = -1;
  const Outcome outcome(
      fft_cache_deserialize(SomeContext(), buffer.data(), buffer.size(), &kernels));
  FFT_CHECK(outcome.code == FFT_OK ? kernels >= 0 : kernels == 0);
}

void UseNull(Input* input) {
  Struct<fft_arguments> arguments(input, sizeof(fft_arguments));
  char* text = Untouched<char>();
  void* buffer = Untouched<void>();
  size_t bytes = 1;
  const auto check = [](fft_error* error, const char* field) {
    CheckNamed(Outcome(error), {std::string(field) + " is null"});
  };
  check(fft_plan_execute(nullptr, arguments.Sealed()), "plan");
  check(fft_plan_description(nullptr, &text), "plan");
  FFT_CHECK(text == nullptr);
  check(fft_plan_candidates(nullptr, input->Length(), &text), "plan");
  check(fft_plan_wisdom(nullptr, &text), "plan");
  check(fft_wisdom_import(SomeContext(), nullptr, nullptr), "text");
  check(fft_cache_serialize(nullptr, &buffer, &bytes), "context");
  FFT_CHECK(buffer == nullptr && bytes == 0 && fft_plan_workspace_bytes(nullptr) == 0);
}

void TakeMemory(Input* input) {
  fft_context* context = SomeContext();
  const auto good = [](fft_error* error) { return Outcome(error).code == FFT_OK; };
  void* pointer = nullptr;
  const auto bytes = static_cast<size_t>(input->Length());
  if (bytes < (size_t{1} << 14) || bytes > (size_t{1} << 60)) {
    const bool is_taken = good(fft_memory_allocate(context, bytes, &pointer));
    FFT_CHECK((pointer != nullptr) == (is_taken && bytes > 0));
  }
  if (pointer != nullptr) {
    const std::string text = input->Text();
    std::vector<char> back(std::min(text.size(), bytes));
    FFT_CHECK(good(fft_memory_to_device(context, pointer, text.data(), back.size(), nullptr)));
    FFT_CHECK(good(fft_memory_to_host(context, back.data(), pointer, back.size(), nullptr)));
    FFT_CHECK(std::equal(back.begin(), back.end(), text.begin()));
    static_cast<char*>(pointer)[bytes - 1] = 1;
  }
  FFT_CHECK(good(fft_memory_free(context, pointer)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const bool plans = std::getenv("FFT_FUZZ_NO_PLANS") == nullptr;
  const bool may_plan = plans && FuzzHash(bytes) % 4096 == 0;
  Input input(bytes);
  for (int calls = 0; calls < 4 && !input.empty(); ++calls) {
    const auto call = input.Number<uint8_t>() % 7;
    if (call == 0) Describe(&input, may_plan);
    if (call == 1) MakePlan(&input, may_plan);
    if (call == 2) OpenContext(&input);
    if (call == 3) GiveWisdom(&input);
    if (call == 4) GiveKernels(&input);
    if (call == 5) UseNull(&input);
    if (call == 6) TakeMemory(&input);
  }
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  const auto text = [](const std::string& value) {
    return std::string{static_cast<char>(value.size() & 255),
                       static_cast<char>(value.size() >> 8)} +
           value;
  };
  std::vector<std::string> seeds;
  for (const char call : {'\0', '\1'}) {
    const std::string head = {call, 0};
    seeds.push_back(head + '\1' + text("complex_forward_len_60_single_op") + std::string(60, 0));
    seeds.push_back(head + std::string("\x30\x04\x05\x06\x1e\x06\x01\x1e\x06\x01\x03", 11) +
                    std::string(60, 0));
  }
  seeds.push_back("\2" + std::string(1, 0) + text("hip:0"));
  seeds.push_back("\3" + text(R"({"schema": "fft.wisdom/1", "choices": [{"problem": "p", )"
                              R"("device": "d", "versions": "v", "choice": "c"}]})"));
  seeds.push_back("\4" + text(std::string("fftk\1\0\0\0", 8)));
  seeds.push_back("\5");
  seeds.push_back("\6\x40\6" + std::string(1, 0));
  return seeds;
}

}  // namespace fft::rtc
