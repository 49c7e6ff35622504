// The members of wishes for shapes, one by one, for the texts, sweeps and comparisons of wishes.
#ifndef FFT_SHAPES_SHAPE_MEMBERS_H_
#define FFT_SHAPES_SHAPE_MEMBERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "fft/shapes/shape_wish.h"

namespace fft {

// A member: its name in texts, and the functions that read and write its value.
struct ShapeMember {
  const char* name;
  bool is_word;  // whether the text is a word, a list or a switch rather than a count
  // Sets the member. InvalidArgument names the member and what is allowed.
  absl::Status (*read)(absl::string_view name, absl::string_view text, ShapeWish* wish);
  std::string (*text)(const ShapeWish& wish);  // empty: left to the planner
};
// All members, in the order of texts.
absl::Span<const ShapeMember> ShapeMembers();
// The member of this name; null where there is none.
const ShapeMember* FindShapeMember(absl::string_view name);
// Sets the member of this name; InvalidArgument if there is none.
absl::Status SetMember(absl::string_view name, absl::string_view text, ShapeWish* wish);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_MEMBERS_H_
