// OpenMP's threads, TBB's tasks or the program's own threads make plans and execute them.
//
//   c++ -DFFT_TASKS_OPENMP -fopenmp tasks.cc -lfft
//   c++ -DFFT_TASKS_TBB tasks.cc -lfft -ltbb
//   c++ tasks.cc -lfft                             threads of the program
#include <atomic>
#include <complex>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "fft/fft_c.h"

#ifdef FFT_TASKS_TBB
#include <tbb/parallel_for.h>
#endif

namespace {

constexpr int kTasks = 64, kTransforms = 20;

std::atomic<int> wrong = 0;

bool Holds(fft_error* error) {
  if (error == nullptr) return true;
  std::fprintf(stderr, "%s\n", fft_error_message(error));
  fft_error_destroy(error);
  return false;
}

// Whether the plan transforms an impulse to ones.
bool IsRight(const fft_plan* plan, int length, int batch) {
  std::vector<std::complex<float>> in(length * batch), out(in.size());
  for (int row = 0; row < batch; ++row) in[row * length] = 1;
  fft_arguments arguments = {};
  arguments.in = in.data();
  arguments.out = out.data();
  if (!Holds(fft_plan_execute(plan, &arguments))) return false;
  return out == std::vector<std::complex<float>>(in.size(), 1);
}

// Transforms by a plan that all tasks share and by a plan of the task's own.
void Task(fft_context* context, const fft_plan* shared, int number) {
  const int length = 2 + number % 31;
  const std::string token = "complex_forward_len_" + std::to_string(length) + "_single_op";
  fft_plan* own = nullptr;
  bool is_right = Holds(fft_plan_create(context, token.c_str(), &own));
  for (int i = 0; i < kTransforms && is_right; ++i) {
    is_right = IsRight(shared, 4096, 16) && IsRight(own, length, 1);
  }
  fft_plan_destroy(own);
  if (!is_right) ++wrong;
}

template <typename Work>
void ForEachTask(const Work& work) {
#if defined(FFT_TASKS_TBB)
  tbb::parallel_for(0, kTasks, work);
#elif defined(FFT_TASKS_OPENMP)
#pragma omp parallel for schedule(dynamic) num_threads(4)
  for (int i = 0; i < kTasks; ++i) work(i);
#else
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&work, t] {
      for (int i = t; i < kTasks; i += 4) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
#endif
}

}  // namespace

int main() {
  fft_context* context = nullptr;
  fft_plan* shared = nullptr;
  if (!Holds(fft_context_create(nullptr, &context)) ||
      !Holds(fft_plan_create(context, "complex_forward_len_4096_single_op_batch_16", &shared))) {
    return 1;
  }
  ForEachTask([&](int number) { Task(context, shared, number); });
  fft_plan_destroy(shared);
  fft_context_destroy(context);
  std::printf("%d of %d tasks wrong\n", wrong.load(), kTasks);
  return wrong == 0 ? 0 : 1;
}
