// fft_inspect: serves the plan inspector.
//
//   fft_inspect [--port=8080] [--bind=127.0.0.1] [--device=auto]
//   fft_inspect export TOKEN [--target=T] [--output=plan.html]
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/export.h"
#include "inspector/server/http/http.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/process.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"
#include "inspector/server/views/views.h"
#include "tools/cli/flags.h"

namespace {

using fft::cli::FlagSpec;

const std::vector<FlagSpec>& Specs() {
  static const auto* const kSpecs = new std::vector<FlagSpec>{
      {"port", "N", "0 takes any free port; default 8080"},
      {"bind", "ADDRESS",
       "address to listen on; default 127.0.0.1, which only this machine reaches"},
      {"device", "D",
       "where Run executes: auto, hip[:n], cuda[:n] or host; default: FFT_DEVICE or auto"},
      {"run-memory", "BYTES",
       "the most device memory of one run, such as 24GiB; default: half of the device's"},
      {"run-host-memory", "BYTES",
       "the most of this machine's for its data and reference; default: half (a quarter each where "
       "both are the same memory)"},
      {"links", "FOLDER",
       "taken from scripts and not used: the inspector keeps no named views any more"},
      {"trace-dir", "FOLDER",
       "taken from scripts and not used: the page opens records of plans as files"},
      {"target", "T", "with export: the machine that is planned for; default host"},
      {"output", "FILE",
       "with export: FILE.html opens offline, FILE.json is for programs; default plan.html"},
      {"max_candidates", "N",
       "with export: how many buffer assignments the search keeps; default 2000"},
      {"help", "", "print this"},
  };
  return *kSpecs;
}

std::string Usage() {
  return absl::StrCat(
      "usage: fft_inspect [flags]               serves the inspector\n"
      "       fft_inspect export TOKEN [flags]  writes the plan of a problem as one file\n\n",
      fft::cli::FlagsHelp(Specs()));
}

struct Settings {
  fft::inspector::HttpOptions http;
  std::string export_token;  // if set, the program writes an export and ends
  std::string target = "host";
  std::string output = "plan.html";
  fft::ContextOptions environment;
  int max_candidates = 0;  // candidates of an export; 0 means the server's limit
  fft::inspector::RunLimits run_limits;
};

// The bytes that a flag states, at least 1: "1073741824", "1024MiB" or "1GiB". `fallback` if the
// flag is not given.
absl::StatusOr<int64_t> ReadBytes(const fft::cli::Flags& flags, const std::string& name,
                                  int64_t fallback) {
  if (!flags.Has(name)) return fallback;
  const std::string value = flags.Get(name);
  std::string digits = value;
  int shift = 0;
  if (value.ends_with("MiB")) shift = 20;
  if (value.ends_with("GiB")) shift = 30;
  if (shift > 0) digits.resize(digits.size() - 3);
  int64_t bytes = 0;
  if (absl::SimpleAtoi(digits, &bytes) && bytes > 0 && bytes <= INT64_MAX >> shift) {
    return bytes << shift;
  }
  return fft::InvalidField("--" + name, value, "a number of bytes, MiB or GiB, from 1");
}

// The token after the word "export". Empty if the word is not given.
absl::StatusOr<std::string> ReadExportToken(const fft::cli::Flags& flags) {
  const std::vector<std::string>& words = flags.positional();
  if (words.empty()) return std::string();
  if (words.front() != "export") return fft::InvalidField("command", words.front(), "export");
  if (words.size() == 2) return words.back();
  return fft::InvalidField("export", absl::StrCat(words.size() - 1, " tokens"), "one");
}

absl::StatusOr<Settings> ReadSettings(const fft::cli::Flags& flags) {
  for (const char* name : {"bind", "device", "target", "output"}) {
    if (flags.Has(name) && flags.Get(name).empty()) {
      return fft::InvalidField(absl::StrCat("--", name), "", "a value");
    }
  }
  Settings settings;
  settings.environment = fft::ReadEnvironment();
  settings.environment.trace_dir.clear();  // the inspector's own plans are not recorded
  FFT_ASSIGN_OR_RETURN(settings.export_token, ReadExportToken(flags));
  FFT_ASSIGN_OR_RETURN(settings.http.port, flags.GetInt("port", 8080, 0, 65535));
  FFT_ASSIGN_OR_RETURN(settings.max_candidates,
                       flags.GetInt("max_candidates", 0, 1, fft::kMostCandidates));
  fft::inspector::RunLimits& limits = settings.run_limits;
  FFT_ASSIGN_OR_RETURN(limits.device_bytes, ReadBytes(flags, "run-memory", limits.device_bytes));
  FFT_ASSIGN_OR_RETURN(limits.host_bytes, ReadBytes(flags, "run-host-memory", limits.host_bytes));
  settings.http.bind_address = flags.Get("bind", settings.http.bind_address);
  settings.environment.device = flags.Get("device", settings.environment.device);
  settings.target = flags.Get("target", settings.target);
  settings.output = flags.Get("output", settings.output);
  return settings;
}

// 32 random hexadecimal digits.
std::string MakeKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i) absl::StrAppend(&key, absl::Hex(random(), absl::kZeroPad8));
  return key;
}

absl::Status Export(const Settings& settings) {
  FFT_ASSIGN_OR_RETURN(const fft::Target target, fft::FindTarget(settings.target));
  FFT_ASSIGN_OR_RETURN(
      fft::inspector::PlanRequest request,
      fft::inspector::ParsePlanRequest({{"token", settings.export_token}}, target));
  fft::Json options = fft::Json::object();
  if (settings.max_candidates > 0) options["max_candidates"] = settings.max_candidates;
  FFT_ASSIGN_OR_RETURN(request.options,
                       fft::inspector::ParsePlanOptions(options, fft::kMostCandidates));
  FFT_ASSIGN_OR_RETURN(const auto plan, fft::inspector::PlanStore(1).Make(request));
  const fft::Json targets = fft::inspector::TargetsView(fft::Targets(), "");
  FFT_ASSIGN_OR_RETURN(std::string text,
                       fft::inspector::ExportDocument(*plan, {{"/targets", targets}}, {}));
  if (!settings.output.ends_with(".json")) {
    FFT_ASSIGN_OR_RETURN(text, fft::inspector::ExportHtml(text));
  }
  const std::string path = fft::cli::UserPath(settings.output);
  std::ofstream file(path, std::ios::binary);
  if (!(file << text)) return absl::UnavailableError("cannot write " + path);
  std::printf("%s: %zu bytes\n", path.c_str(), text.size());
  return absl::OkStatus();
}

// The time that work has to end by itself after the first signal.
constexpr auto kStopPatience = std::chrono::milliseconds(1500);

// Ends this process and the compilers that it has started, even if threads hang.
[[noreturn]] void EndNow(int status) {
  fft::inspector::KillChildren();
  _exit(status);
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// Ends the process on SIGINT and SIGTERM. It stops the server if the server runs and its work ends
// soon; otherwise it ends the process by force. A second signal ends the process at once. The
// signals must be blocked in every thread.
class Stopper {
 public:
  Stopper() {
    std::thread([this] { Watch(); }).detach();
  }

  // After this call the first signal stops `server`.
  void Serve(fft::inspector::HttpServer& server) {
    std::lock_guard<std::mutex> lock(mutex_);
    server_ = &server;
  }

 private:
  void Watch() {
    const sigset_t signals = StopSignals();
    int signal = 0;
    sigwait(&signals, &signal);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (server_ == nullptr) EndNow(0);
    }
    std::thread([this] { server_->Stop(); }).detach();
    const auto patience = std::chrono::duration_cast<std::chrono::nanoseconds>(kStopPatience);
    const timespec rest = {.tv_sec = patience.count() / 1000000000,
                           .tv_nsec = patience.count() % 1000000000};
    if (sigtimedwait(&signals, nullptr, &rest) > 0) EndNow(128 + signal);
    std::puts("stopped; work that did not end was cut off");
    std::fflush(stdout);
    EndNow(0);
  }

  std::mutex mutex_;
  fft::inspector::HttpServer* server_ = nullptr;  // guarded by mutex_
};

// Serves until a signal comes. Returns false if the server cannot start.
bool Serve(Settings& settings, Stopper& stopper) {
  const bool loopback = fft::inspector::IsLoopback(settings.http.bind_address);
  if (!loopback) settings.http.access_token = MakeKey();
  absl::StatusOr<std::shared_ptr<fft::Context>> context =
      fft::Context::Create(settings.environment);
  // This status means a wrong flag or environment variable, not a missing device.
  if (absl::IsInvalidArgument(context.status())) {
    std::fprintf(stderr, "%s\n", std::string(context.status().message()).c_str());
    return false;
  }
  if (!context.ok()) {
    std::fprintf(stderr, "no device to run on (everything else works): %s\n",
                 std::string(context.status().message()).c_str());
  }
  fft::inspector::Service service(std::move(context), fft::rtc::ListDevices(), settings.run_limits);
  // The server is never destroyed, since the stopper may still use it when this process ends.
  static auto& server = *new absl::StatusOr<std::unique_ptr<fft::inspector::HttpServer>>(
      fft::inspector::HttpServer::Create(settings.http,
                                         [&service](const fft::inspector::HttpRequest& request) {
                                           return fft::inspector::Respond(service, request);
                                         }));
  if (!server.ok()) {
    std::fprintf(stderr, "%s\n", std::string(server.status().message()).c_str());
    return false;
  }
  if (!loopback) {
    std::fprintf(stderr,
                 "warning: bound to %s: who has the link below can plan and run transforms on this "
                 "machine, and the network between sees all of it (plain HTTP)\n",
                 settings.http.bind_address.c_str());
  }
  const std::string key = loopback ? "" : "#key=" + settings.http.access_token;
  std::printf("FFT inspector: http://%s:%d/%s\n", settings.http.bind_address.c_str(),
              (*server)->port(), key.c_str());
  std::fflush(stdout);
  stopper.Serve(**server);
  const absl::Status status = (*server)->Run();
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return false;
  }
  (*server)->Stop();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::replace(arguments.begin(), arguments.end(), std::string("-h"), std::string("--help"));
  const absl::StatusOr<fft::cli::Flags> flags = fft::cli::ParseFlags(Specs(), arguments);
  if (flags.ok() && flags->Has("help")) {
    std::fputs(Usage().c_str(), stdout);
    return 0;
  }
  absl::StatusOr<Settings> settings =
      flags.ok() ? ReadSettings(*flags) : absl::StatusOr<Settings>(flags.status());
  if (!settings.ok()) {
    std::fprintf(stderr, "%s\n%s", std::string(settings.status().message()).c_str(),
                 Usage().c_str());
    return 2;
  }
  if (!settings->export_token.empty()) {
    const absl::Status exported = Export(*settings);
    if (!exported.ok()) std::fprintf(stderr, "%s\n", std::string(exported.message()).c_str());
    return exported.ok() ? 0 : 1;
  }
  // The signals are blocked before any thread starts, so all threads inherit the mask.
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  fft::inspector::KeepLittleMemory();
  static auto& stopper = *new Stopper;  // the stopper's thread outlives main

  if (!Serve(*settings, stopper)) EndNow(1);
  std::puts("stopped");
  return 0;
}
