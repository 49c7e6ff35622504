#include "examples/image_filter/pgm.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "absl/strings/str_cat.h"

namespace image_filter {
namespace {

constexpr int64_t kMaxSide = 1 << 16;

// Reads the header's words. White space separates them, and a comment goes from '#' to the end of
// the line.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::string Word() {
    SkipSpace();
    const size_t start = position_;
    while (position_ < text_.size() && !IsSpace(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
  }

  // Reads a number in [low, high]; returns nothing if the next word is not such a number.
  std::optional<int64_t> Number(int64_t low, int64_t high) {
    const std::string word = Word();
    if (word.empty() || word.size() > 9) return std::nullopt;
    int64_t value = 0;
    for (char c : word) {
      if (c < '0' || c > '9') return std::nullopt;
      value = 10 * value + (c - '0');
    }
    if (value < low || value > high) return std::nullopt;
    return value;
  }

  // Returns the text behind the last word and one separator.
  std::string Rest() const { return text_.substr(std::min(position_ + 1, text_.size())); }

 private:
  static bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  void SkipSpace() {
    while (position_ < text_.size()) {
      if (text_[position_] == '#') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (IsSpace(text_[position_])) {
        ++position_;
      } else {
        return;
      }
    }
  }

  const std::string& text_;
  size_t position_ = 0;
};

}  // namespace

absl::StatusOr<Image> ParsePgm(const std::string& text) {
  Reader reader(text);
  const std::string magic = reader.Word();
  if (magic != "P5" && magic != "P2") {
    return absl::InvalidArgumentError("not a PGM file: it starts with neither P5 nor P2");
  }
  const auto width = reader.Number(1, kMaxSide), height = reader.Number(1, kMaxSide);
  const auto levels = reader.Number(1, 255);
  if (!width || !height || !levels) {
    return absl::InvalidArgumentError(absl::StrCat("PGM header: width and height must be 1 to ",
                                                   kMaxSide, ", grey levels 1 to 255"));
  }
  Image image{*width, *height, {}};
  const size_t count = *width * *height;
  const float scale = 255.0f / static_cast<float>(*levels);
  if (magic == "P5") {
    for (unsigned char byte : reader.Rest()) {
      if (image.pixels.size() < count) image.pixels.push_back(scale * byte);
    }
  } else {
    while (image.pixels.size() < count) {
      const auto value = reader.Number(0, *levels);
      if (!value) break;
      image.pixels.push_back(scale * static_cast<float>(*value));
    }
  }
  if (image.pixels.size() < count) {
    return absl::InvalidArgumentError(
        absl::StrCat("PGM data: ", image.pixels.size(), " pixels where ", count, " are due"));
  }
  return image;
}

std::string FormatPgm(const Image& image) {
  std::string text = absl::StrCat("P5\n", image.width, " ", image.height, "\n255\n");
  for (float pixel : image.pixels) {
    text.push_back(static_cast<char>(std::lround(std::clamp(pixel, 0.0f, 255.0f))));
  }
  return text;
}

absl::StatusOr<Image> ReadPgm(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  std::ostringstream text;
  text << file.rdbuf();
  return ParsePgm(text.str());
}

absl::Status WritePgm(const Image& image, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << FormatPgm(image);
  file.close();
  return file ? absl::OkStatus() : absl::NotFoundError(absl::StrCat("cannot write ", path));
}

}  // namespace image_filter
