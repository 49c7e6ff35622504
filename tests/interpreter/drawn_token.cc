#include "tests/interpreter/drawn_token.h"

#include "absl/strings/str_cat.h"

namespace fft::testing {

std::string DrawToken(int64_t length, Random* random) {
  const char* kinds[] = {"complex_forward", "complex_inverse", "real_forward", "real_inverse"};
  const char* precisions[] = {"single", "double", "half"};
  const int64_t kind = random->Below(4);
  const bool is_real = kind >= 2, is_inverse = kind % 2 == 1;
  const int64_t batch = 1 + random->Below(6), half = length / 2 + 1;
  std::string token = absl::StrCat(kinds[kind], "_len_", length, "_", precisions[random->Below(3)]);
  const bool is_in_place = random->OneIn(3);
  absl::StrAppend(&token, is_in_place ? "_ip" : "_op", "_batch_", batch);
  if (!is_in_place && random->OneIn(2)) {
    // Each side is rows or columns. Some spectra are planar.
    const char* spectrum = random->OneIn(3) ? "HP" : "HI";
    const char* sides[] = {is_real ? "R" : "CI", is_real            ? spectrum
                                                 : random->OneIn(3) ? "CP"
                                                                    : "CI"};
    const int64_t rows[] = {length, is_real ? half : length};
    std::string distances;
    for (int side : {0, 1}) {
      const int of = is_inverse ? 1 - side : side;
      const bool is_column = random->OneIn(2);  // columns lie side by side
      absl::StrAppend(&token, side == 0 ? "_istride_" : "_ostride_",
                      is_column ? batch + random->Below(2) : 1, "_", sides[of]);
      absl::StrAppend(&distances, side == 0 ? "_idist_" : "_odist_",
                      is_column ? 1 : rows[of] + random->Below(3));
    }
    token += distances;
  }
  return token + (random->OneIn(4) ? "_scale_0.5" : "");
}

}  // namespace fft::testing
