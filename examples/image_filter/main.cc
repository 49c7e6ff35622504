// Smooths a grey image by removing its high frequencies.
//
//   bazel run //examples/image_filter -- $PWD/in.pgm $PWD/out.pgm 0.1
//
// The third argument is the cutoff in cycles per pixel (default 0.1): smaller is smoother.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "examples/image_filter/low_pass.h"
#include "examples/image_filter/pgm.h"
#include "fft/fft.h"

namespace {

absl::Status Run(const std::string& in, const std::string& out, double cutoff) {
  if (!(cutoff > 0)) return absl::InvalidArgumentError("the cutoff must be above 0");
  const absl::StatusOr<image_filter::Image> image = image_filter::ReadPgm(in);
  if (!image.ok()) return image.status();
  const absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create();
  if (!context.ok()) return context.status();
  const absl::StatusOr<image_filter::Image> filtered =
      image_filter::LowPass(*image, cutoff, **context);
  if (!filtered.ok()) return filtered.status();
  return image_filter::WritePgm(*filtered, out);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: image_filter IN.pgm OUT.pgm [CUTOFF]\n");
    return 2;
  }
  const absl::Status status = Run(argv[1], argv[2], argc == 4 ? std::atof(argv[3]) : 0.1);
  if (status.ok()) return 0;
  std::fprintf(stderr, "image_filter: %s\n", std::string(status.message()).c_str());
  return 1;
}
