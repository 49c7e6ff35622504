#include "compat/fftw/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace fft::fftw {
namespace {

void* Moved(void* pointer, int64_t bytes) {
  return pointer == nullptr ? nullptr : static_cast<char*>(pointer) + bytes;
}

Arrays Moved(const Arrays& arrays, int64_t in_bytes, int64_t out_bytes) {
  return {Moved(arrays.in, in_bytes), Moved(arrays.in_imag, in_bytes), Moved(arrays.out, out_bytes),
          Moved(arrays.out_imag, out_bytes)};
}

// Bytes of scratch memory for one array of the input or output.
int64_t ScratchBytes(const Side& side, int64_t real_bytes) {
  return AlignedBytes(ArrayBytes(side, real_bytes));
}

void CopySide(const Side& side, int64_t real_bytes, const Arrays& from, const Arrays& to) {
  const int64_t bytes = side.element_reals * real_bytes;
  CopyElements(side.copy, bytes, from.in, to.out);
  if (side.arrays == 2) CopyElements(side.copy, bytes, from.in_imag, to.out_imag);
}

double OperationsOf(const Request& request) {
  double points = 1;
  for (const Axis& axis : request.axes) points *= static_cast<double>(axis.length);
  double transforms = 1;
  for (const Axis& loop : request.loops) transforms *= static_cast<double>(loop.length);
  const double each = request.family == Family::kComplex ? 5 : 2.5;
  return each * transforms * points * std::log2(std::max(points, 1.0));
}

}  // namespace

struct Plan::Job {
  const Plan* plan;
  Arrays arrays;
};

Plan::Plan(const Request& request, std::optional<Attempt> attempt,
           std::shared_ptr<const LibraryPlan> library, Parts parts)
    : arrays_(request.arrays),
      real_bytes_(RealBytes(request.precision)),
      attempt_(std::move(attempt)),
      library_(std::move(library)),
      parts_(parts),
      operations_(OperationsOf(request) * parts.count) {
  if (!attempt_) return;
  const int64_t in = attempt_->in.arrays * ScratchBytes(attempt_->in, real_bytes_);
  const int64_t out = attempt_->out.arrays * ScratchBytes(attempt_->out, real_bytes_);
  scratch_ = std::make_shared<BlockPool>(attempt_->is_in_place ? std::max(in, out) : in + out);
}

void Plan::Execute(const Arrays& arrays) const {
  if (parts_.count == 1) return ExecutePart(arrays);
  std::vector<Job> jobs;
  for (int64_t i = 0; i < parts_.count; ++i) {
    jobs.push_back({this, Moved(arrays, i * parts_.in_step, i * parts_.out_step)});
  }
  const auto work = [](char* job) -> void* {
    const Job& part = *reinterpret_cast<const Job*>(job);
    part.plan->ExecutePart(part.arrays);
    return nullptr;
  };
  parts_.loop.run(work, reinterpret_cast<char*>(jobs.data()), sizeof(Job), parts_.count,
                  parts_.loop.data);
}

bool Plan::IsMisaligned(const Side& side, const void* array, const void* imag) const {
  if (side.is_odd) return false;
  const uintptr_t alignment = static_cast<uintptr_t>(real_bytes_) * (side.arrays == 2 ? 1 : 2);
  const auto is_off = [alignment](const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) % alignment != 0;
  };
  return is_off(array) || is_off(imag);
}

void Plan::PlaceSide(const Side& side, char** at, void** array, void** imag) const {
  *array = *at;
  *at += ScratchBytes(side, real_bytes_);
  if (side.arrays == 1) return;
  *imag = *at;
  *at += ScratchBytes(side, real_bytes_);
}

void Plan::ExecutePart(const Arrays& arrays) const {
  if (!attempt_) return;
  const Side& in = attempt_->in;
  const Side& out = attempt_->out;
  const Arrays user = Moved(arrays, in.shift, out.shift);
  const bool gathers = in.is_staged || (library_ && IsMisaligned(in, user.in, user.in_imag));
  const bool scatters = out.is_staged || (library_ && IsMisaligned(out, user.out, user.out_imag));
  Arrays library = user;
  BlockPool::Block block;
  if (gathers || (scatters && library_)) {
    block = scratch_->Take();
    if (block == nullptr) return LogLine("an execution has no memory for its copies");
    char* at = static_cast<char*>(block.get());
    if (gathers) PlaceSide(in, &at, &library.in, &library.in_imag);
    if (attempt_->is_in_place) at = static_cast<char*>(block.get());
    if (scatters && library_) PlaceSide(out, &at, &library.out, &library.out_imag);
  }
  if (gathers) {
    CopySide(in, real_bytes_, user, {nullptr, nullptr, library.in, library.in_imag});
  }
  const bool is_done = library_ == nullptr || library_->Execute(library);
  if (scatters && is_done) {
    const bool is_copy = library_ == nullptr;
    const Arrays from = {is_copy ? library.in : library.out,
                         is_copy ? library.in_imag : library.out_imag, nullptr, nullptr};
    CopySide(out, real_bytes_, from, user);
  }
  if (scratch_ != nullptr) scratch_->GiveBack(std::move(block));
}

std::string Plan::Print() const {
  if (!attempt_) return "(fft nothing)";
  std::string text = "(fft ";
  text += library_ == nullptr ? "copy" : attempt_->token;
  if (attempt_->in.is_staged) text += " gathered";
  if (library_ != nullptr && attempt_->out.is_staged) text += " scattered";
  if (library_ != nullptr && !library_->Device().empty()) text += " on " + library_->Device();
  if (parts_.count > 1) text += " parts=" + std::to_string(parts_.count);
  return text + ")";
}

}  // namespace fft::fftw
