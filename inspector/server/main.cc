// fft_inspect: serves the plan inspector.
//
//   fft_inspect [--port=8080] [--bind=127.0.0.1] [--device=auto]
//   fft_inspect export TOKEN [--target=T] [--output=plan.html]
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/export.h"
#include "inspector/server/http.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"
#include "inspector/server/views_plan.h"

namespace {

constexpr char kUsage[] =
    "usage: fft_inspect [--port=N] [--bind=ADDRESS] [--device=auto|hip[:n]|cuda[:n]|host]\n"
    "  --port    0 takes any free port; default 8080\n"
    "  --bind    address to listen on; default 127.0.0.1, which only this machine reaches\n"
    "  --device  where Run executes; default: FFT_DEVICE or auto\n"
    "or:    fft_inspect export TOKEN [--target=T] [--output=FILE] [--max_candidates=N]\n"
    "  writes the plan as one file: FILE.html opens offline, FILE.json is for programs\n"
    "  --max_candidates  how many buffer assignments the search keeps; default 2000\n";

constexpr int kMostExportedCandidates = 1000000;

struct Flags {
  fft::inspector::HttpOptions http;
  std::string export_token;  // set: write a file and end
  std::string target = "host";
  std::string output = "plan.html";
  fft::EnvironmentOptions environment;
  int max_candidates = 0;  // of an export; 0: the server's limit
  bool help = false;
};

// Accepts --name=value and --name value. False on anything else.
bool ParseFlags(int argc, char** argv, Flags* flags) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      flags->help = true;
      return true;
    }
    if (name == "export" && i + 1 < argc) {
      flags->export_token = argv[++i];
      continue;
    }
    std::string value;
    const size_t equals = name.find('=');
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    } else if (i + 1 < argc) {
      value = argv[++i];
    }
    if (name == "--port") {
      if (!absl::SimpleAtoi(value, &flags->http.port) || flags->http.port < 0 ||
          flags->http.port > 65535) {
        std::fprintf(stderr, "--port is \"%s\"; allowed: 0 to 65535\n", value.c_str());
        return false;
      }
    } else if (name == "--bind" && !value.empty()) {
      flags->http.bind_address = value;
    } else if (name == "--target" && !value.empty()) {
      flags->target = value;
    } else if (name == "--max_candidates") {
      if (!absl::SimpleAtoi(value, &flags->max_candidates) || flags->max_candidates < 1 ||
          flags->max_candidates > kMostExportedCandidates) {
        std::fprintf(stderr, "--max_candidates is \"%s\"; allowed: 1 to %d\n", value.c_str(),
                     kMostExportedCandidates);
        return false;
      }
    } else if (name == "--output" && !value.empty()) {
      flags->output = value;
    } else if (name == "--device" && !value.empty()) {
      flags->environment.device = value;
    } else {
      std::fprintf(stderr, "%s is not a flag, or lacks its value\n", name.c_str());
      return false;
    }
  }
  return true;
}

// 32 random hexadecimal digits.
std::string MakeKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i) absl::StrAppend(&key, absl::Hex(random(), absl::kZeroPad8));
  return key;
}

absl::Status Export(const Flags& flags) {
  fft::inspector::PlanRequest request;
  FFT_ASSIGN_OR_RETURN(request.problem, fft::ParseToken(flags.export_token));
  FFT_ASSIGN_OR_RETURN(request.target, fft::FindTarget(flags.target));
  fft::Json options = fft::Json::object();
  if (flags.max_candidates > 0) options["max_candidates"] = flags.max_candidates;
  FFT_ASSIGN_OR_RETURN(request.options,
                       fft::inspector::ParsePlanOptions(options, kMostExportedCandidates));
  FFT_ASSIGN_OR_RETURN(const auto plan, fft::inspector::PlanStore(1).Make(request));
  const fft::Json targets = fft::inspector::TargetsView(fft::Targets(), "");
  FFT_ASSIGN_OR_RETURN(const fft::Json document,
                       fft::inspector::ExportDocument(*plan, {{"/targets", targets}}));
  std::string text = document.dump(-1, ' ', true, fft::Json::error_handler_t::replace);
  if (!flags.output.ends_with(".json")) {
    FFT_ASSIGN_OR_RETURN(text, fft::inspector::ExportHtml(document));
  }
  const char* user_directory = std::getenv("BUILD_WORKING_DIRECTORY");  // set by `bazel run`
  const std::string path = user_directory == nullptr || flags.output.starts_with("/")
                               ? flags.output
                               : absl::StrCat(user_directory, "/", flags.output);
  std::ofstream file(path, std::ios::binary);
  if (!(file << text)) return absl::UnavailableError("cannot write " + path);
  std::printf("%s: %zu bytes\n", path.c_str(), text.size());
  return absl::OkStatus();
}

// Stops the server on the first SIGINT or SIGTERM and ends the process on the second. The signals
// must be blocked in every thread.
void StopOnSignal(fft::inspector::HttpServer& server) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  int signal = 0;
  sigwait(&signals, &signal);
  std::thread([signals] {
    int second = 0;
    sigwait(&signals, &second);
    _exit(128 + second);
  }).detach();
  server.Stop();
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  flags.http.port = 8080;
  flags.environment = fft::ReadEnvironment();
  if (!ParseFlags(argc, argv, &flags)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (flags.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (!flags.export_token.empty()) {
    const absl::Status exported = Export(flags);
    if (!exported.ok()) std::fprintf(stderr, "%s\n", std::string(exported.message()).c_str());
    return exported.ok() ? 0 : 1;
  }
  const bool loopback = fft::inspector::IsLoopback(flags.http.bind_address);
  if (!loopback) flags.http.access_token = MakeKey();
  // Before any thread starts, so that all inherit it.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);

  absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create(flags.environment);
  if (!context.ok()) {
    std::fprintf(stderr, "no device to run on (everything else works): %s\n",
                 std::string(context.status().message()).c_str());
  }
  fft::inspector::Service service(std::move(context), fft::rtc::ListDevices());
  absl::StatusOr<std::unique_ptr<fft::inspector::HttpServer>> server =
      fft::inspector::HttpServer::Create(flags.http,
                                         [&service](const fft::inspector::HttpRequest& request) {
                                           return fft::inspector::Respond(service, request);
                                         });
  if (!server.ok()) {
    std::fprintf(stderr, "%s\n", std::string(server.status().message()).c_str());
    return 1;
  }
  if (!loopback) {
    std::fprintf(stderr,
                 "warning: bound to %s: who has the link below can plan and run transforms on this "
                 "machine, and the network between sees all of it (plain HTTP)\n",
                 flags.http.bind_address.c_str());
  }
  const std::string key = loopback ? "" : "#key=" + flags.http.access_token;
  std::printf("FFT inspector: http://%s:%d/%s\n", flags.http.bind_address.c_str(),
              (*server)->port(), key.c_str());
  std::fflush(stdout);
  std::thread stopper([&server] { StopOnSignal(**server); });
  const absl::Status status = (*server)->Run();
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    _exit(1);
  }
  stopper.join();
  std::puts("stopped");
  return 0;
}
