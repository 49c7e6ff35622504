#include "compat/fftw/planner.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

namespace fft::fftw {
namespace {

constexpr size_t kMostRecent = 256;
constexpr int kMostThreads = 1024;

int RigorOf(unsigned flags) {
  if ((flags & (FFTW_ESTIMATE | FFTW_ESTIMATE_PATIENT)) != 0) return 0;
  if ((flags & FFTW_EXHAUSTIVE) != 0) return 3;
  return (flags & FFTW_PATIENT) != 0 ? 2 : 1;
}

// Whether the plan may overwrite its input. As in FFTW, a transform from complex numbers to reals
// may overwrite it unless FFTW_PRESERVE_INPUT is set.
bool MayOverwriteInput(const Request& request) {
  if ((request.flags & FFTW_PRESERVE_INPUT) != 0) return false;
  return (request.flags & FFTW_DESTROY_INPUT) != 0 || request.family == Family::kComplexToReal;
}

// The key of a problem in wisdom and in the list of recent plans.
std::string NameOf(const Attempt& attempt, const PlanWish& wish) {
  std::string name = attempt.token + " threads " + std::to_string(wish.threads);
  return wish.may_overwrite_input ? name + " destroys" : name;
}

// The largest number of equal parts, at most `most`, into which a loop can be cut.
int64_t PartsOf(int64_t length, int most) {
  int64_t parts = std::min<int64_t>(length, most);
  while (length % parts != 0) --parts;
  return parts;
}

int64_t ElementBytes(const Request& request, bool is_input) {
  const Family complex_too = is_input ? Family::kComplexToReal : Family::kRealToComplex;
  const bool is_complex = request.family == Family::kComplex || request.family == complex_too;
  return RealBytes(request.precision) * (is_complex && !request.is_split ? 2 : 1);
}

}  // namespace

Planner& Planner::Of(Precision precision) {
  static Planner* const of_single = new Planner("single");
  static Planner* const of_double = new Planner("double");
  return precision == Precision::kSingle ? *of_single : *of_double;
}

std::unique_ptr<Plan> Planner::MakePlan(const Request& request) {
  std::string why;
  std::unique_ptr<Plan> plan;
  try {
    const std::lock_guard lock(mutex_);
    plan = MakeLocked(request, &why);
  } catch (const std::exception& error) {
    why = error.what();
  }
  if (plan == nullptr) LogLine("no plan: " + why);
  return plan;
}

std::unique_ptr<Plan> Planner::MakeLocked(const Request& request, std::string* why) {
  *why = WhyImpossible(request);
  if (!why->empty()) return nullptr;
  if (IsEmpty(request)) {
    return std::make_unique<Plan>(request, std::nullopt, nullptr, Parts());
  }
  Request part = request;
  const Parts parts = Divide(&part);
  const std::vector<Attempt> attempts = AttemptsAt(part);
  if (attempts.front().token.empty()) {
    return std::make_unique<Plan>(part, attempts.front(), nullptr, parts);
  }
  PlanWish wish;
  wish.threads = parts.count > 1 ? 1 : threads_;
  wish.may_overwrite_input = MayOverwriteInput(request);
  wish.seconds = seconds_;
  wish.rigor = seconds_ == 0 ? 0 : RigorOf(request.flags);
  // The key of wisdom is the problem as the program states it, even if a later attempt is used.
  const std::string name = NameOf(attempts.front(), wish);
  const Wisdom::Entry* const known = wisdom_.Find(name, wish.rigor);
  if (known == nullptr && (request.flags & FFTW_WISDOM_ONLY) != 0) {
    *why = "FFTW_WISDOM_ONLY, and there is no wisdom of " + name;
    return nullptr;
  }
  if (known != nullptr) {
    wish.rigor = known->rigor;
    wish.wisdom = known->choice;
  }
  for (const Attempt& attempt : attempts) {
    auto library = LibraryPlanOf(attempt, RealBytes(request.precision), name, wish, why);
    if (library == nullptr) continue;
    if (known == nullptr) {
      wisdom_.Put(name, {wish.rigor, wish.rigor == 0 ? "" : library->Wisdom()});
    }
    return std::make_unique<Plan>(part, attempt, std::move(library), parts);
  }
  return nullptr;
}

Parts Planner::Divide(Request* request) const {
  Parts parts;
  if (loop_.run == nullptr || threads_ == 1) return parts;
  const auto longest =
      std::max_element(request->loops.begin(), request->loops.end(),
                       [](const Axis& a, const Axis& b) { return a.length < b.length; });
  if (longest == request->loops.end()) return parts;
  // In place, a part may only write memory that it reads itself.
  const int64_t in_bytes = longest->in_stride * ElementBytes(*request, true);
  const int64_t out_bytes = longest->out_stride * ElementBytes(*request, false);
  if (request->arrays.in == request->arrays.out && in_bytes != out_bytes) return parts;
  parts.count = static_cast<int>(PartsOf(longest->length, threads_));
  parts.loop = loop_;
  longest->length /= parts.count;
  parts.in_step = longest->length * in_bytes;
  parts.out_step = longest->length * out_bytes;
  return parts;
}

std::shared_ptr<const LibraryPlan> Planner::LibraryPlanOf(const Attempt& attempt,
                                                          int64_t real_bytes,
                                                          const std::string& name,
                                                          const PlanWish& wish, std::string* why) {
  const std::string own_name = NameOf(attempt, wish);
  for (const Recent& recent : recent_) {
    if (recent.name == own_name && recent.rigor >= wish.rigor) return recent.plan;
  }
  std::string refusal;
  auto plan = library_.MakePlan(attempt.token, wish, &refusal);
  if (plan == nullptr) {
    // The first refusal is reported: it concerns the problem as the program states it.
    if (why->empty()) *why = name + ": " + refusal;
    return nullptr;
  }
  if (!offload_) offload_.emplace();
  plan = offload_->Faster(attempt, real_bytes, std::move(plan));
  if (recent_.size() == kMostRecent) recent_.pop_front();
  recent_.push_back({own_name, wish.rigor, plan});
  return plan;
}

void Planner::SetThreads(int threads) {
  const std::lock_guard lock(mutex_);
  threads_ = std::clamp(threads, 1, kMostThreads);
}

int Planner::threads() const {
  const std::lock_guard lock(mutex_);
  return threads_;
}

void Planner::SetTimeLimit(double seconds) {
  const std::lock_guard lock(mutex_);
  seconds_ = seconds;
}

void Planner::SetParallelLoop(ParallelLoop loop) {
  const std::lock_guard lock(mutex_);
  loop_ = loop;
}

void Planner::ForgetWisdom() {
  const std::lock_guard lock(mutex_);
  wisdom_.Forget();
  recent_.clear();
  library_.ForgetWisdom();
}

std::string Planner::ExportWisdom() const {
  const std::lock_guard lock(mutex_);
  return wisdom_.Export();
}

bool Planner::ImportWisdom(const std::string& text) {
  const std::lock_guard lock(mutex_);
  return wisdom_.Import(text);
}

void Planner::Cleanup() {
  const std::lock_guard lock(mutex_);
  wisdom_.Forget();
  recent_.clear();
  library_.Close();
  offload_.reset();
  threads_ = 1;
  seconds_ = -1;
  loop_ = {};
}

}  // namespace fft::fftw
