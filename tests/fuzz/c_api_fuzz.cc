// Fuzz target: calls of the C interface, with structs of any size, numbers that no enumeration has,
// texts and buffers of anything. What takes long, planning, is done for few inputs, by a hash of
// the input, so that the fuzzer does not come to favour it; none with FFT_FUZZ_NO_PLANS.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/fft_c.h"
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
  // Small ones mostly: a byte, or eight of them.
  int64_t Length() {
    const auto byte = Number<uint8_t>();
    return byte == 255 ? Number<int64_t>() : byte;
  }
  std::string Text() { return std::string(Take(Number<uint16_t>() % 1024)); }

 private:
  absl::string_view bytes_;
};

// Its code; every error has a message.
int Finish(fft_error* error) {
  const int code = fft_error_code(error);
  FFT_CHECK((error == nullptr) == (code == FFT_OK));
  FFT_CHECK(error == nullptr || fft_error_message(error)[0] != '\0');
  fft_error_destroy(error);
  return code;
}

// A struct in a block of its own size, so that reading beyond it is found. Its size is what the
// struct says, as far as that is one.
template <typename T>
class Struct {
 public:
  explicit Struct(Input* input) {
    const auto choice = input->Number<uint8_t>();
    size_t says = choice < 128 ? sizeof(T) : choice < 192 ? 0 : input->Number<uint16_t>();
    if (choice == 255) says = input->Number<size_t>();
    bytes_.resize(std::max(sizeof(T), std::min<size_t>(says, 1 << 16)));
    value().struct_size = says;
    // What a later release has.
    if (bytes_.size() > sizeof(T) && choice % 2 == 0) bytes_.back() = 1;
  }
  T& value() { return *reinterpret_cast<T*>(bytes_.data()); }

 private:
  std::vector<char> bytes_;
};

struct Problem {
  explicit Problem(Input* input) : given(input) {
    fft_problem& problem = given.value();
    const auto flags = input->Number<uint8_t>();
    if ((flags & 1) != 0) {
      token = input->Text();
      problem.token = token.c_str();
      return;
    }
    for (int64_t* number : {lengths, in_strides, out_strides}) {
      for (int i = 0; i < 3; ++i) number[i] = input->Length();
    }
    if ((flags & 2) == 0) problem.lengths = lengths;
    problem.rank = input->Number<int8_t>();
    problem.transform = input->Number<uint8_t>() % 5 - ((flags & 4) != 0 ? 1 : 0);
    problem.precision = input->Number<uint8_t>() % 4;
    problem.placement = input->Number<uint8_t>() % 3;
    problem.batch = input->Length();
    problem.scale = (flags & 8) != 0 ? input->Number<double>() : 0;
    // Numbers of strides are read as far as the rank says, which must be checked first.
    if ((flags & 16) != 0) problem.input.strides = in_strides;
    if ((flags & 32) != 0) problem.output.strides = out_strides;
    for (fft_array* array : {&problem.input, &problem.output}) {
      array->format = input->Number<uint8_t>() % 8;
      if ((flags & 64) == 0) continue;
      array->distance = input->Length();
      array->offsets[0] = input->Length();
      array->offsets[1] = input->Length();
    }
  }

  Struct<fft_problem> given;
  std::string token;
  int64_t lengths[3] = {}, in_strides[3] = {}, out_strides[3] = {};
};

struct Options {
  explicit Options(Input* input) : given(input) {
    fft_plan_options& options = given.value();
    const auto flags = input->Number<uint16_t>();
    options.flags = input->Number<uint8_t>() % 16;
    options.strategy = input->Number<uint8_t>() % 4;
    options.max_candidates = (flags & 1) != 0 ? input->Length() : 4;
    options.candidate = static_cast<int32_t>(input->Length());
    if ((flags & 2) != 0) options.measured_candidates = static_cast<int32_t>(input->Length());
    for (int64_t& factor : factors) factor = input->Length();
    if ((flags & 4) != 0) {
      options.factor_count = input->Number<uint8_t>() % 5 - 1;
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
    if ((flags & 128) != 0) options.rigor = input->Number<uint8_t>() % 4;
  }

  Struct<fft_plan_options> given;
  int64_t factors[4] = {};
  std::string scheme, shapes, wisdom;
};

// A context whose compiler does not exist: whatever is planned ends before it is compiled. Made
// anew now and then, since wisdom that is imported stays.
fft_context* SomeContext() {
  static fft_context* context = nullptr;
  static int uses = 0;
  if (context != nullptr && ++uses % 20000 != 0) return context;
  fft_context_destroy(context);
  setenv("FFT_HOST_CXX", "/nonexistent/c++", 1);
  setenv("FFT_HOST_COMPILER", "c++", 1);
  fft_context_options options = {};
  options.struct_size = sizeof(options);
  options.device = "host";
  options.cache_path = "";
  options.system_cache_path = "none";
  FFT_CHECK(Finish(fft_context_create(&options, &context)) == FFT_OK);
  return context;
}

void ReadJson(int code, char* json) {
  FFT_CHECK((code == FFT_OK) == (json != nullptr));
  fft_string_free(json);
}

void Describe(Input* input, bool may_plan) {
  Problem problem(input);
  Options options(input);
  const std::string target = input->Text();
  static constexpr const char* kTargets[] = {"gfx90a", "host", "sm_90", ""};
  const char* known = kTargets[input->Number<uint8_t>() % 4];
  // With a target that there is not, problem and options are read all the same.
  const char* name = known[0] == '\0' || !may_plan ? target.c_str() : known;
  char* json = nullptr;
  const int code =
      Finish(fft_describe(name, &problem.given.value(), &options.given.value(), &json));
  ReadJson(code, json);
}

void MakePlan(Input* input, bool may_plan) {
  Problem problem(input);
  Options options(input);
  fft_problem& given = problem.given.value();
  if (!may_plan) given.rank += 4;
  fft_plan* plan = nullptr;
  const int code =
      Finish(may_plan || given.token == nullptr
                 ? fft_plan_create_with(SomeContext(), &given, &options.given.value(), &plan)
                 : fft_plan_create(nullptr, given.token, &plan));
  FFT_CHECK(code != FFT_OK && plan == nullptr);
}

void OpenContext(Input* input) {
  Struct<fft_context_options> given(input);
  // No names of devices that may exist: opening one loads its driver.
  const std::string device = "x" + input->Text();
  given.value().device = device.c_str();
  given.value().system_cache_path = "none";
  given.value().cache_path = "";
  fft_context* context = nullptr;
  FFT_CHECK(Finish(fft_context_create(&given.value(), &context)) != FFT_OK && context == nullptr);
}

void GiveWisdom(Input* input) {
  const std::string text = input->Text();
  int64_t entries = -1;
  const int code = Finish(fft_wisdom_import(SomeContext(), text.c_str(), &entries));
  FFT_CHECK(code == FFT_OK ? entries >= 0 : entries == 0);
}

void GiveKernels(Input* input) {
  const std::string bytes = input->Text();
  // Of its own size.
  const std::vector<char> buffer(bytes.begin(), bytes.end());
  int64_t kernels = -1;
  const int code =
      Finish(fft_cache_deserialize(SomeContext(), buffer.data(), buffer.size(), &kernels));
  FFT_CHECK(code == FFT_OK ? kernels >= 0 : kernels == 0);
}

void UseNull(Input* input) {
  Struct<fft_arguments> arguments(input);
  char* text = nullptr;
  void* buffer = nullptr;
  size_t bytes = 1;
  FFT_CHECK(Finish(fft_plan_execute(nullptr, &arguments.value())) == FFT_INVALID_ARGUMENT);
  FFT_CHECK(Finish(fft_plan_description(nullptr, &text)) == FFT_INVALID_ARGUMENT);
  FFT_CHECK(Finish(fft_plan_candidates(nullptr, input->Length(), &text)) == FFT_INVALID_ARGUMENT);
  FFT_CHECK(Finish(fft_plan_wisdom(nullptr, &text)) == FFT_INVALID_ARGUMENT && text == nullptr);
  FFT_CHECK(Finish(fft_wisdom_import(SomeContext(), nullptr, nullptr)) == FFT_INVALID_ARGUMENT);
  FFT_CHECK(Finish(fft_cache_serialize(nullptr, &buffer, &bytes)) == FFT_INVALID_ARGUMENT);
  FFT_CHECK(buffer == nullptr && bytes == 0 && fft_plan_workspace_bytes(nullptr) == 0);
}

void TakeMemory(Input* input) {
  void* pointer = nullptr;
  const auto bytes = static_cast<size_t>(input->Length());
  if (bytes < (size_t{1} << 20) || bytes > (size_t{1} << 60)) {
    const int code = Finish(fft_memory_allocate(SomeContext(), bytes, &pointer));
    FFT_CHECK((pointer != nullptr) == (code == FFT_OK && bytes > 0));
  }
  if (pointer != nullptr) static_cast<char*>(pointer)[bytes - 1] = 1;
  Finish(fft_memory_free(SomeContext(), pointer));
}

uint32_t Hash(absl::string_view bytes) {
  uint32_t hash = 2166136261u;
  for (char byte : bytes) hash = (hash ^ static_cast<uint8_t>(byte)) * 16777619u;
  return hash ^ hash >> 15;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const bool plans = std::getenv("FFT_FUZZ_NO_PLANS") == nullptr;
  const bool may_plan = plans && Hash(bytes) % 2048 == 0;
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
