#include "compat/fftw/library.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fft::fftw {
namespace {

// The plan options of one of FFTW's rigors, used for problems without wisdom.
struct Rigor {
  int32_t measured_candidates;
  int32_t measured_trees;
  double seconds;
};
constexpr Rigor kRigors[] = {{0, 0, 0}, {8, 3, 10}, {16, 6, 60}, {64, 12, 600}};

void LogMessage(void*, int, const char* message) { LogLine(message); }

// The folder of the user's caches. It is empty where there is no such folder.
std::string CacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder;
  if (cache != nullptr && cache[0] == '/') {
    folder = cache;
  } else if (home != nullptr && home[0] == '/') {
    folder = std::string(home) + "/.cache";
  }
  if (folder.empty()) return folder;
  for (const std::string& made : {folder, folder + "/fft"}) {
    if (mkdir(made.c_str(), 0700) != 0 && errno != EEXIST) return "";
  }
  return folder + "/fft";
}

// The file in which compiled kernels are kept for the next run of a program. The environment may
// name another file.
std::string CachePath() {
  for (const char* name : {"FFT_RTC_CACHE_PATH", "ROCFFT_RTC_CACHE_PATH"}) {
    const char* named = std::getenv(name);
    if (named != nullptr) return named;
  }
  const std::string folder = CacheFolder();
  return folder.empty() ? folder : folder + "/kernels.db";
}

// A plan on the host, with workspaces that its executions borrow.
class HostPlan : public LibraryPlan {
 public:
  explicit HostPlan(std::unique_ptr<fft_plan, Freed> plan)
      : plan_(std::move(plan)), workspaces_(fft_plan_workspace_bytes(plan_.get())) {}

  bool Execute(const Arrays& arrays) const override {
    BlockPool::Block workspace = workspaces_.Take();
    const fft_arguments arguments =
        ArgumentsFor(arrays, workspace.get(), workspace == nullptr ? 0 : workspaces_.bytes());
    const Error error(fft_plan_execute(plan_.get(), &arguments));
    workspaces_.GiveBack(std::move(workspace));
    if (error != nullptr) LogLine("an execution failed: " + MessageOf(error));
    return error == nullptr;
  }

  std::string Wisdom() const override {
    char* text = nullptr;
    const Error error(fft_plan_wisdom(plan_.get(), &text));
    const std::unique_ptr<char, Freed> owned(text);
    return error == nullptr ? text : "";
  }

  std::string Device() const override { return ""; }

 private:
  const std::unique_ptr<fft_plan, Freed> plan_;
  mutable BlockPool workspaces_;
};

}  // namespace

void Freed::operator()(void* memory) const { std::free(memory); }

void LogLine(const std::string& line) {
  const char* const path = std::getenv("FFT_LOG");
  if (path == nullptr || path[0] == '\0') return;
  const bool is_standard_error = std::string(path) == "-";
  std::FILE* const file = is_standard_error ? stderr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, "fft: %s\n", line.c_str());
  if (!is_standard_error) std::fclose(file);
}

BlockPool::Block BlockPool::Take() {
  if (bytes_ == 0) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!blocks_.empty()) {
      Block block = std::move(blocks_.back());
      blocks_.pop_back();
      return block;
    }
  }
  void* memory = nullptr;
  if (posix_memalign(&memory, kBlockAlignment, static_cast<size_t>(bytes_)) != 0) return nullptr;
  return Block(memory);
}

void BlockPool::GiveBack(Block block) {
  if (block == nullptr) return;
  const std::lock_guard lock(mutex_);
  blocks_.push_back(std::move(block));
}

fft_arguments ArgumentsFor(const Arrays& arrays, void* workspace, int64_t workspace_bytes) {
  fft_arguments arguments = {};
  arguments.struct_size = sizeof(arguments);
  arguments.in = arrays.in;
  arguments.in_imag = arrays.in_imag;
  arguments.out = arrays.out;
  arguments.out_imag = arrays.out_imag;
  arguments.workspace = workspace;
  arguments.workspace_bytes = workspace_bytes;
  return arguments;
}

std::string MessageOf(const Error& error) { return fft_error_message(error.get()); }

std::unique_ptr<fft_context, Freed> OpenContext(const std::string& device, std::string* why) {
  const std::string cache = CachePath();
  fft_context_options options = {};
  options.struct_size = sizeof(options);
  options.device = device.c_str();
  options.cache_path = cache.c_str();
  options.log = LogMessage;
  fft_context* opened = nullptr;
  const Error error(fft_context_create(&options, &opened));
  if (error != nullptr) *why = MessageOf(error);
  return std::unique_ptr<fft_context, Freed>(opened);
}

std::unique_ptr<fft_plan, Freed> MakeFftPlan(fft_context* context, const std::string& token,
                                             const PlanWish& wish, std::string* why) {
  fft_problem problem = {};
  problem.struct_size = sizeof(problem);
  problem.token = token.c_str();
  fft_plan_options options = {};
  options.struct_size = sizeof(options);
  if (wish.may_overwrite_input) options.flags |= FFT_OVERWRITE_INPUT;
  if (wish.rigor > 0) {
    const Rigor& rigor = kRigors[wish.rigor];
    options.rigor = FFT_MEASURE;
    options.measured_candidates = rigor.measured_candidates;
    options.measured_trees = rigor.measured_trees;
    options.measure_seconds = wish.seconds < 0 ? rigor.seconds : wish.seconds;
    if (!wish.wisdom.empty()) options.wisdom = wish.wisdom.c_str();
  }
  fft_plan* plan = nullptr;
  const Error error(fft_plan_create_with(context, &problem, &options, &plan));
  if (error != nullptr) *why = MessageOf(error);
  return std::unique_ptr<fft_plan, Freed>(plan);
}

std::shared_ptr<const LibraryPlan> Library::MakePlan(const std::string& token, const PlanWish& wish,
                                                     std::string* why) {
  std::unique_ptr<fft_context, Freed>& context = contexts_[wish.threads];
  if (context == nullptr) {
    context = OpenContext("host:" + std::to_string(wish.threads), why);
    if (context == nullptr) return nullptr;
    if (forgets_) Error(fft_wisdom_forget(context.get()));
  }
  auto plan = MakeFftPlan(context.get(), token, wish, why);
  if (plan == nullptr) return nullptr;
  return std::make_shared<const HostPlan>(std::move(plan));
}

void Library::ForgetWisdom() {
  forgets_ = true;
  for (const auto& [threads, context] : contexts_) Error(fft_wisdom_forget(context.get()));
}

}  // namespace fft::fftw
