#include "fft/rtc/absent_compiler.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace fft::rtc {
namespace {

class AbsentCompiler final : public Compiler {
 public:
  explicit AbsentCompiler(absl::Status why) : why_(std::move(why)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    return absl::Status(why_.code(),
                        absl::StrCat("kernel \"", request.kernel_name, "\" for ", request.arch,
                                     " is in no cache, and ", std::string(why_.message())));
  }
  std::string Version() const override { return "none"; }
  std::string name() const override { return "none"; }

 private:
  const absl::Status why_;
};

}  // namespace

std::unique_ptr<Compiler> MakeAbsentCompiler(absl::Status why) {
  return std::make_unique<AbsentCompiler>(std::move(why));
}

}  // namespace fft::rtc
