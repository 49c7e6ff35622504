// Wisdom of the FFTW interface: for each problem, with which rigor it was planned and what was
// chosen.
//
//   (fft-wisdom-1 double
//    ("complex_forward_len_64_double_op... threads 1" 1 "{\"schema\": ...}")
//   )
//
// FFTW's own wisdom, which names its codelets, is not taken.
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
  // `precision` is stored with the wisdom, so that wisdom of another precision is not taken.
  explicit Wisdom(std::string precision) : precision_(std::move(precision)) {}

  // The knowledge of a problem. Estimates have no choice to keep: they are made anew.
  struct Entry {
    int rigor = 0;
    std::string choice;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // The entry found by planning with `rigor` or a higher one; null if there is none.
  const Entry* Find(const std::string& problem, int rigor) const;
  // Keeps the entry of the higher rigor.
  void Put(const std::string& problem, Entry entry);
  void Forget() { entries_.clear(); }

  std::string Export() const;
  // Adds the entries of the text; where one is wrong, adds nothing and returns false.
  bool Import(const std::string& text);

 private:
  const std::string precision_;
  std::map<std::string, Entry> entries_;
};

// Reads one expression from its opening to its closing parenthesis and nothing beyond. Returns
// nothing where the text does not begin with an expression, after blanks, or ends within one.
// `read` gives a character, or a negative number at the end.
std::optional<std::string> ReadExpression(const std::function<int()>& read);

}  // namespace fft::fftw

#endif  // COMPAT_FFTW_WISDOM_H_
