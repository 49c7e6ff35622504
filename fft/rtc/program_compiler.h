// Compilers that are programs. They are asked for their version, chosen, and run on files as child
// processes without a shell.

#ifndef FFT_RTC_PROGRAM_COMPILER_H_
#define FFT_RTC_PROGRAM_COMPILER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/base/cancel.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// A program that runs, and what it says about itself.
struct CompilerProgram {
  std::vector<std::string> command;  // the program with its first arguments
  std::string banner;                // the first line that --version prints

  std::string Describe() const;  // "ccache g++ (g++ (Debian ...) 12.2.0)"
};

// The first of `commands` that runs. kUnavailable if none does, with the reasons: "no WHAT can be
// run: ...". kCancelled if `cancel` came first.
absl::StatusOr<CompilerProgram> ChooseProgram(const std::string& what,
                                              const std::vector<std::vector<std::string>>& commands,
                                              const CancelToken& cancel = {});

// How a program is run. For example, suffix ".cc" and flags {"-shared", "-fPIC"} compile C++ to a
// shared object.
struct ProgramRun {
  std::string suffix;  // the suffix of the source's file
  std::string source;
  std::string shown_source;        // the name of that file in logs
  std::vector<std::string> flags;  // stand between the command and the request's options
  absl::Duration timeout;
  std::string temp_folder;  // the parent folder, as TemporaryFolder::Create takes it
};

// Compiles the request to a shared object, in a private temporary folder that is removed
// afterwards. The exit status decides whether the compile succeeded. If the status is lost
// (ChildExit::is_known), a whole shared object counts as success. Errors are CompileErrors.
absl::StatusOr<CodeObject> CompileWith(const CompilerProgram& program, const ProgramRun& run,
                                       const CompileRequest& request);

}  // namespace fft::rtc

#endif  // FFT_RTC_PROGRAM_COMPILER_H_
