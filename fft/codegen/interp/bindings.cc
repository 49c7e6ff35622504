#include "fft/codegen/interp/bindings.h"

#include <algorithm>

#include "fft/base/status.h"

namespace fft::codegen {
namespace {

constexpr int64_t kWordBytes = 8;

int64_t WordsPerElement(const BufferView& view) { return view.element.IsComplex() ? 2 : 1; }

char* AddressOf(const BufferView& view, int64_t index) {
  return static_cast<char*>(view.data) + index * WordsPerElement(view) * kWordBytes;
}
char* StartOf(const BufferView& view) { return AddressOf(view, -view.before); }
char* EndOf(const BufferView& view) { return AddressOf(view, view.count); }

// Whether a buffer may be bound to a pointer to `element`. A complex buffer also fits a pointer to
// reals, whose elements are real and imaginary parts in turn.
bool Fits(Type element, const BufferView& view) {
  const bool same = element == view.element;
  return same || (element.IsReal() && view.element == Type::Complex(element.precision()));
}

}  // namespace

absl::Status Bindings::Bind(const Kernel& kernel, const std::vector<Argument>& arguments) {
  if (arguments.size() != kernel.params.size()) {
    return InvalidField("arguments", std::to_string(arguments.size()),
                        std::to_string(kernel.params.size()) + " as in the signature");
  }
  std::vector<BufferView> views;
  for (const Argument& argument : arguments) {
    if (const auto* view = std::get_if<BufferView>(&argument)) views.push_back(*view);
  }
  MergeOverlapping(std::move(views));
  for (size_t i = 0; i < arguments.size(); ++i) {
    FFT_RETURN_IF_ERROR(BindOne(kernel.params[i], arguments[i]));
  }
  for (const SharedArray& array : kernel.shared) AddShared(array);
  return absl::OkStatus();
}

absl::Status Bindings::BindOne(const Param& param, const Argument& argument) {
  const std::string field = "argument " + param.name;
  if (param.type.IsInt()) {
    if (!std::holds_alternative<int64_t>(argument)) return InvalidField(field, "no int", "an int");
    scalars.emplace(param.name, std::get<int64_t>(argument));
    return absl::OkStatus();
  }
  if (param.type.IsReal()) {
    if (!std::holds_alternative<double>(argument)) return InvalidField(field, "no real", "a real");
    scalars.emplace(param.name, std::get<double>(argument));
    return absl::OkStatus();
  }
  if (!std::holds_alternative<BufferView>(argument)) {
    return InvalidField(field, "a scalar", "a buffer");
  }
  const auto& view = std::get<BufferView>(argument);
  if (!Fits(param.type.element(), view)) {
    return InvalidField(field, ToString(view.element), ToString(param.type.element()));
  }
  Pointee pointee;
  pointee.memory = MemoryOf(StartOf(view));
  pointee.first_word = (static_cast<char*>(view.data) - pointee.memory->words) / kWordBytes;
  pointee.element = param.type.element();
  const int64_t parts = WordsPerElement(view) / pointee.words_per_element();
  pointee.count = view.count * parts;
  pointee.before = view.before * parts;
  pointers.emplace(param.name, pointee);
  return absl::OkStatus();
}

// Makes one Memory for each group of views that share words.
void Bindings::MergeOverlapping(std::vector<BufferView> views) {
  std::sort(views.begin(), views.end(),
            [](const BufferView& a, const BufferView& b) { return StartOf(a) < StartOf(b); });
  for (const BufferView& view : views) {
    char* const start = StartOf(view);
    const bool apart =
        memories_.empty() || memories_.back().words + memories_.back().count * kWordBytes <= start;
    if (apart) memories_.push_back({start, 0, {}});
    Memory& memory = memories_.back();
    memory.count = std::max(memory.count, (EndOf(view) - memory.words) / kWordBytes);
  }
  for (Memory& memory : memories_) memory.history.resize(static_cast<size_t>(memory.count));
}

Memory* Bindings::MemoryOf(const void* data) {
  Memory* found = nullptr;
  for (Memory& memory : memories_) {
    if (memory.words <= data) found = &memory;
  }
  FFT_CHECK(found != nullptr);
  return found;
}

void Bindings::AddShared(const SharedArray& array) {
  Pointee pointee;
  pointee.element = array.element;
  pointee.count = array.count;
  pointee.is_shared = true;
  const auto words = static_cast<size_t>(array.count * pointee.words_per_element());
  shared_words_.emplace_back(words);
  memories_.push_back({reinterpret_cast<char*>(shared_words_.back().data()),
                       static_cast<int64_t>(words), std::vector<WordHistory>(words)});
  pointee.memory = &memories_.back();
  pointers.emplace(array.name, pointee);
}

}  // namespace fft::codegen
