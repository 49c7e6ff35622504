// Wisdom of the FFTW interface: for each problem, the rigor of its planning and the resulting
// choice.
//
//   (fft-wisdom-1 double
//    ("complex_forward_len_64_double_op... threads 1" 1 "{\"schema\": ...}")
//   )
//
// FFTW's own wisdom names FFTW's codelets, so it is refused.
#ifndef COMPAT_FFTW_WISDOM_H_
#define COMPAT_FFTW_WISDOM_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace fft::fftw {

class Wisdom {
 public:
  // `precision` is stored in the exported text; Import refuses the text of another precision.
  explicit Wisdom(std::string precision) : precision_(std::move(precision)) {}

  // What is known of a problem. An estimated plan has an empty choice: it is planned again.
  struct Entry {
    int rigor = 0;
    std::string choice;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // The problem's entry if it was planned with `rigor` or a higher one, otherwise null.
  const Entry* Find(const std::string& problem, int rigor) const;
  // Stores the entry unless the problem has one of a higher rigor.
  void Put(const std::string& problem, Entry entry);
  void Forget() { entries_.clear(); }

  std::string Export() const;
  // Adds the entries of the text. If one of them is malformed, adds none and returns false.
  bool Import(const std::string& text);

 private:
  const std::string precision_;
  std::map<std::string, Entry> entries_;
};

// Reads one expression up to its closing parenthesis and no further. Returns nullopt if the text,
// after blanks, does not begin with an expression, or ends before its closing parenthesis. `read`
// returns the next character, or a negative number at the end.
std::optional<std::string> ReadExpression(const std::function<int()>& read);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_WISDOM_H_
