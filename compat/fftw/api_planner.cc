// FFTW's functions about the planner: wisdom, threads, time limit.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "compat/fftw/precision.h"
#include "compat/fftw/wisdom.h"

namespace {

using fft::fftw::ThePlanner;

#ifdef FFT_FFTW_SINGLE
constexpr char kSystemWisdom[] = "/etc/fft/fftw-wisdomf";
#else
constexpr char kSystemWisdom[] = "/etc/fft/fftw-wisdom";
#endif

}  // namespace

// ---- wisdom

void FFTW(forget_wisdom)(void) { ThePlanner().ForgetWisdom(); }

void FFTW(export_wisdom)(FFTW(write_char_func) write_char, void* data) {
  for (const char c : ThePlanner().ExportWisdom()) write_char(c, data);
}

char* FFTW(export_wisdom_to_string)(void) { return strdup(ThePlanner().ExportWisdom().c_str()); }

void FFTW(export_wisdom_to_file)(FILE* output_file) {
  std::fputs(ThePlanner().ExportWisdom().c_str(), output_file);
}

int FFTW(export_wisdom_to_filename)(const char* filename) {
  FILE* const file = std::fopen(filename, "w");
  if (file == nullptr) return 0;
  FFTW(export_wisdom_to_file)(file);
  const bool has_failed = std::ferror(file) != 0;
  return std::fclose(file) == 0 && !has_failed ? 1 : 0;
}

int FFTW(import_wisdom)(FFTW(read_char_func) read_char, void* data) {
  const std::optional<std::string> text =
      fft::fftw::ReadExpression([read_char, data] { return read_char(data); });
  return text && ThePlanner().ImportWisdom(*text) ? 1 : 0;
}

int FFTW(import_wisdom_from_string)(const char* input_string) {
  const auto read = [](void* data) -> int {
    const char*& at = *static_cast<const char**>(data);
    return *at == '\0' ? EOF : static_cast<unsigned char>(*at++);
  };
  return FFTW(import_wisdom)(read, &input_string);
}

int FFTW(import_wisdom_from_file)(FILE* input_file) {
  const auto read = [](void* data) -> int { return std::getc(static_cast<FILE*>(data)); };
  return FFTW(import_wisdom)(read, input_file);
}

int FFTW(import_wisdom_from_filename)(const char* filename) {
  FILE* const file = std::fopen(filename, "r");
  if (file == nullptr) return 0;
  const int is_taken = FFTW(import_wisdom_from_file)(file);
  std::fclose(file);
  return is_taken;
}

int FFTW(import_system_wisdom)(void) { return FFTW(import_wisdom_from_filename)(kSystemWisdom); }

// ---- threads

int FFTW(init_threads)(void) { return 1; }

void FFTW(plan_with_nthreads)(int nthreads) { ThePlanner().SetThreads(nthreads); }

int FFTW(planner_nthreads)(void) { return ThePlanner().threads(); }

void FFTW(cleanup_threads)(void) { ThePlanner().Cleanup(); }

// Does nothing: the planner may always be called from several threads.
void FFTW(make_planner_thread_safe)(void) {}

void FFTW(threads_set_callback)(void (*parallel_loop)(void* (*work)(char*), char* jobdata,
                                                      size_t elsize, int njobs, void* data),
                                void* data) {
  ThePlanner().SetParallelLoop({parallel_loop, data});
}

// ---- time limit and cleanup

void FFTW(set_timelimit)(double seconds) { ThePlanner().SetTimeLimit(seconds); }

void FFTW(cleanup)(void) { ThePlanner().Cleanup(); }
