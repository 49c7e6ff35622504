#include "tools/tune/tuner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/exec/source_dialect.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/shapes/asked_shape.h"
#include "tools/tune/tune_kernel.h"
#include "tools/tune/tune_runner.h"

namespace fft::tune {
namespace {

// The largest number of compiled kernels that wait to be timed.
constexpr size_t kMaxWaiting = 256;
// How many executions of a kernel of few transforms are timed together.
constexpr int kQueued = 100;

// The data that all shapes of a key share.
struct KeyWork {
  TuneCase wanted;
  Expected expected;
  std::vector<KernelShape> shapes;
  int left = 0;               // how many shapes are not done
  bool is_cut_short = false;  // time was up before all of them were compiled
  std::optional<TuneResult> best;
};

struct Compiled {
  std::shared_ptr<KeyWork> work;
  TuneResult result;
  kernels::PlannedKernel kernel;
  std::string code;
};

// Compiles all shapes of all keys on several threads.
class Compilers {
 public:
  Compilers(const std::vector<ShapeKey>& keys, const Target& target, const TuneOptions& options,
            const TuneInput& input, rtc::Compiler* compiler)
      : keys_(keys),
        target_(target),
        options_(options),
        input_(input),
        compiler_(compiler),
        dialect_(SourceDialect(target, *compiler)),
        end_(absl::Now() + absl::Seconds(options.seconds)) {
    for (int i = 0; i < options.threads; ++i) {
      ++running_;
      threads_.emplace_back([this] { Work(); });
    }
  }
  ~Compilers() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // Returns the next compiled kernel; none if all shapes are done.
  std::optional<Compiled> Next() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !done_.empty() || running_ == 0; });
    if (done_.empty()) return std::nullopt;
    Compiled compiled = std::move(done_.front());
    done_.pop_front();
    changed_.notify_all();
    return compiled;
  }

 private:
  // Compiles shapes until none is left. Each thread runs this function.
  void Work() {
    while (absl::Now() < end_) {
      const int64_t index = next_++;
      if (index >= std::ssize(keys_) || is_stopped_) break;
      WorkOn(keys_[index]);
    }
    std::lock_guard<std::mutex> lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  void WorkOn(const ShapeKey& key) {
    const int64_t point = 2 * RealBytes(key.precision);
    const int64_t room = options_.array_bytes / point;
    auto wanted = MakeCase(key, options_.few > 0 ? options_.few * key.length : room);
    auto work = std::make_shared<KeyWork>();
    if (!wanted.ok()) {
      Refuse(work, key, wanted.status());
      return;
    }
    work->wanted = *std::move(wanted);
    work->wanted.is_few = options_.few > 0;
    work->shapes = ShapesOf(RequestFor(work->wanted));
    if (work->wanted.elements() * point > options_.array_bytes || work->shapes.empty()) {
      Refuse(work, key, absl::ResourceExhaustedError("no kernel"));
      return;
    }
    work->expected = ExpectedOf(work->wanted, input_);
    work->left = static_cast<int>(work->shapes.size());
    for (const KernelShape& shape : work->shapes) {
      if (is_stopped_) return;
      Add(Compile(work, shape));
    }
  }

  // Returns the shape that plans choose with the current tables, and the first shapes of the
  // model's list.
  std::vector<KernelShape> ShapesOf(const KernelShapeRequest& request) const {
    std::vector<KernelShape> shapes =
        ListKernelShapes(request, target_, std::max(40, options_.shapes));
    if (std::ssize(shapes) > options_.shapes) shapes.resize(options_.shapes);
    const absl::StatusOr<KernelShape> taken = ChooseKernelShape(request, target_);
    if (!taken.ok()) return shapes;
    std::erase_if(shapes, [&](KernelShape shape) {
      shape.origin = taken->origin;
      return shape == *taken;
    });
    shapes.insert(shapes.begin(), *taken);
    return shapes;
  }

  void Refuse(std::shared_ptr<KeyWork> work, const ShapeKey& key, const absl::Status& status) {
    work->left = 1;
    Compiled compiled;
    compiled.work = std::move(work);
    compiled.result.key = key;
    compiled.result.refusal = std::string(status.message());
    Add(std::move(compiled));
  }

  Compiled Compile(const std::shared_ptr<KeyWork>& work, const KernelShape& shape) {
    Compiled compiled;
    compiled.work = work;
    compiled.result.key = work->wanted.key;
    compiled.result.few = RequestFor(work->wanted).few;
    compiled.result.shape = shape;
    compiled.kernel = MakeKernel(work->wanted, shape, target_);
    if (absl::Now() > end_) {
      work->is_cut_short = true;
      compiled.result.refusal = "time is up";
      return compiled;
    }
    const auto source = kernels::GenerateSource(compiled.kernel.spec, dialect_, nullptr);
    if (!source.ok()) {
      compiled.result.refusal = std::string(source.status().message());
      return compiled;
    }
    const auto object = compiler_->Compile({compiled.kernel.name, *source, target_.name, {}});
    if (!object.ok()) {
      compiled.result.refusal = std::string(object.status().message()).substr(0, 200);
      return compiled;
    }
    compiled.code = object->bytes;
    const auto stats = rtc::ReadKernelStats(object->bytes, compiled.kernel.name, object->log);
    if (stats.ok()) {
      compiled.result.registers = stats->registers;
      compiled.result.spilled_bytes = stats->scratch_bytes;
    }
    return compiled;
  }

  void Add(Compiled compiled) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return done_.size() < kMaxWaiting || is_stopped_; });
    done_.push_back(std::move(compiled));
    changed_.notify_all();
  }

  const std::vector<ShapeKey>& keys_;
  const Target& target_;
  const TuneOptions& options_;
  const TuneInput& input_;
  rtc::Compiler* const compiler_;
  const Dialect dialect_;
  const absl::Time end_;
  std::atomic<int64_t> next_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Compiled> done_;
  int running_ = 0;
  std::atomic<bool> is_stopped_{false};
  std::vector<std::thread> threads_;
};

// Times a compiled kernel. A fault of the kernel becomes its refusal. Returns an error if nothing
// runs on the device after the kernel.
absl::Status TimeOne(const Compiled& compiled, const TuneOptions& options, double copy_ms,
                     TuneRunner* runner, TuneResult* result) {
  if (!result->refusal.empty()) return absl::OkStatus();
  if (result->spilled_bytes > 0 && !options.allows_spills) {
    result->refusal = absl::StrCat("spills ", result->spilled_bytes, " bytes");
    return absl::OkStatus();
  }
  const TuneCase& wanted = compiled.work->wanted;
  const auto ms = runner->Run(compiled.kernel, compiled.code, wanted, compiled.work->expected,
                              {options.repeats, wanted.is_few ? kQueued : 1});
  if (!ms.ok()) {
    result->refusal = std::string(ms.status().message());
    return runner->CopyMilliseconds(options.array_bytes, 1).status();
  }
  result->ms = *ms;
  const int64_t point = 2 * RealBytes(wanted.key.precision);
  const double moved = static_cast<double>(wanted.elements() * point);
  result->copy_share = copy_ms * moved / static_cast<double>(options.array_bytes) / *ms;
  return absl::OkStatus();
}

}  // namespace

std::string ResultHeader() {
  return "length,precision,tiling,use,factors,threads,transforms,exchange,pad_every,"
         "resident_groups,origin,ms,copy_share,registers,spilled_bytes,lds_bytes,refusal,"
         "staged,persistent,few\n";
}

std::string ToCsv(const TuneResult& result) {
  const KernelShape& shape = result.shape;
  std::string refusal = result.refusal;
  std::replace_if(
      refusal.begin(), refusal.end(), [](char c) { return c == ',' || c == '\n'; }, ' ');
  return absl::StrCat(
      LengthText(result.key), ",", ToString(result.key.precision), ",", ToString(result.key.tiling),
      ",", ToString(result.key.use), ",", absl::StrJoin(shape.factors, "x"), ",",
      shape.threads_per_transform, ",", shape.transforms_per_group, ",", ToString(shape.exchange),
      ",", shape.lds.pad_every, ",", shape.resident_groups, ",", ToString(shape.origin), ",",
      absl::StrFormat("%.6f,%.5f", result.ms, result.copy_share), ",", result.registers, ",",
      result.spilled_bytes, ",", shape.lds_bytes, ",", refusal, ",", StagedOf(shape) ? 1 : 0, ",",
      shape.is_persistent ? 1 : 0, ",", result.few, "\n");
}

absl::StatusOr<TuneSummary> Tune(const std::vector<ShapeKey>& keys, const Target& target,
                                 const TuneOptions& options, rtc::Device* device,
                                 rtc::Compiler* compiler, const TuneObserver& observer) {
  const TuneInput input;
  TuneSummary summary;
  FFT_ASSIGN_OR_RETURN(const auto runner, TuneRunner::Create(device, input, options.array_bytes));
  // The first copies load code and raise the clock rate.
  FFT_ASSIGN_OR_RETURN(summary.copy_ms, runner->CopyMilliseconds(options.array_bytes, 20));
  FFT_ASSIGN_OR_RETURN(summary.copy_ms, runner->CopyMilliseconds(options.array_bytes, 20));
  summary.keys_left = std::ssize(keys);
  Compilers compilers(keys, target, options, input, compiler);
  while (std::optional<Compiled> compiled = compilers.Next()) {
    KeyWork& work = *compiled->work;
    TuneResult& result = compiled->result;
    summary.device = TimeOne(*compiled, options, summary.copy_ms, runner.get(), &result);
    ++(result.refusal.empty() ? summary.timed : summary.refused);
    observer(result);
    const bool is_better = !work.best || result.ms < work.best->ms;
    if (result.refusal.empty() && is_better) work.best = result;
    if (!summary.device.ok()) break;
    if (--work.left > 0 || work.is_cut_short) continue;
    --summary.keys_left;
    if (!work.best) continue;
    const TuneResult& best = *work.best;
    summary.table[best.key] = {WishOf(best.shape), best.copy_share};
  }
  return summary;
}

}  // namespace fft::tune
