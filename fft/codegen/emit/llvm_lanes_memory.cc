// Loads and stores of lanes, and the transposition between rows of memory and lanes.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/codegen/emit/llvm_lanes.h"

namespace fft::codegen {
namespace {

constexpr int64_t kLineBytes = 64;
// Elements further apart than this many bytes are in lines of their own.
constexpr int64_t kClosestRows = 32;

}  // namespace

// ---- loads

LaneBlock::Lanes LaneBlock::EvaluateLoad(const Node* node) {
  const Place place = PlaceOf(node->arg(0), node->arg(1));
  if (!pending_.empty()) Flush();
  const Lanes index = Evaluate(place.index.node());
  const Type element = node->type;
  const auto found = loaded_.find({place.key, place.offset});
  if (!has_stored_ && found != loaded_.end()) {
    return {Lanes::Form::kVector, element, found->second, {}, {}};
  }
  if (index.form == Lanes::Form::kVector) {
    if (!has_stored_ && IsPair(place) && SizeOf(element) == 4) {
      GatherPairs(place, element);
      return {Lanes::Form::kVector, element, loaded_.at({place.key, place.offset}), {}, {}};
    }
    return {Lanes::Form::kVector, element, Gather(place, element), {}, {}};
  }
  if (index.step == 1 || index.step == -1 || has_stored_) {
    if (index.step == -1) {
      LoadRun(place, place.offset, 1, element);
      return {Lanes::Form::kVector, element, loaded_.at({place.key, place.offset}), {}, {}};
    }
    if (index.step != 1) return {Lanes::Form::kVector, element, Gather(place, element), {}, {}};
    const Operand at = RowAddress(RowsOf(place, place.offset), 0);
    return {Lanes::Form::kVector,
            element,
            w_.Define(
                absl::StrCat("load ", VectorType(element), ", ptr ", at, w_.AccessSuffix(element))),
            {},
            {}};
  }
  // The run of consecutive offsets that this one is in, in parts of 2^i from its start.
  const std::vector<int64_t>& offsets = runs_[place.key];
  size_t at = std::find(offsets.begin(), offsets.end(), place.offset) - offsets.begin();
  if (at == offsets.size()) {
    return {Lanes::Form::kVector, element, Gather(place, element), {}, {}};
  }
  size_t first = at, last = at;
  while (first > 0 && offsets[first - 1] == offsets[first] - 1) --first;
  while (last + 1 < offsets.size() && offsets[last + 1] == offsets[last] + 1) ++last;
  for (size_t begin = first; begin <= last;) {
    int count = 1;
    while (2 * count <= width_ && begin + 2 * count <= last + 1) count *= 2;
    if (begin <= at && at < begin + count) {
      if (count == 1) {
        return {Lanes::Form::kVector, element, Gather(place, element), {}, {}};
      }
      LoadRun(place, offsets[begin], count, element);
      break;
    }
    begin += count;
  }
  return {Lanes::Form::kVector, element, loaded_.at({place.key, place.offset}), {}, {}};
}

LaneBlock::Operand LaneBlock::Gather(const Place& place, Type element) {
  const Lanes index = Evaluate(place.index.node());
  Operand at = Vector(index);
  const std::string index_type = VectorType(index.type);
  if (place.offset != 0) {
    const Operand offset = Splat(index.type, absl::StrCat(place.offset));
    at = w_.Define(absl::StrCat("add nsw ", index_type, " ", at, ", ", offset));
  }
  const std::string pointers = absl::StrCat("<", width_, " x ptr>");
  const std::string mask = absl::StrCat("<", width_, " x i1>");
  const Operand from =
      w_.Define(absl::StrCat("getelementptr inbounds ", LlvmType(element), ", ptr ",
                             w_.Value(place.pointer), ", ", index_type, " ", at));
  const std::string type = VectorType(element);
  const std::string suffix =
      absl::StrCat("v", width_, element.IsReal() ? "f" : "i", 8 * SizeOf(element));
  const std::string name = absl::StrCat("@llvm.masked.gather.", suffix, ".v", width_, "p0");
  w_.intrinsics_.insert(
      absl::StrCat(type, " ", name, "(", pointers, ", i32, ", mask, ", ", type, ")"));
  std::vector<std::string> all(width_, "i1 true");
  return w_.Define(absl::StrCat("call ", type, " ", name, "(", pointers, " ", from, ", i32 ",
                                SizeOf(element), ", ", mask, " <", absl::StrJoin(all, ", "), ">, ",
                                type, " undef)"));
}

bool LaneBlock::IsPair(const Place& place) {
  const std::vector<int64_t>& offsets = runs_[place.key];
  return std::binary_search(offsets.begin(), offsets.end(), place.offset) &&
         std::binary_search(offsets.begin(), offsets.end(), place.offset ^ 1);
}

// The two parts of complex numbers at once: half as many elements.
void LaneBlock::GatherPairs(const Place& place, Type element) {
  const int64_t first = place.offset & ~int64_t{1};
  const Lanes index = Evaluate(place.index.node());
  Operand at = Vector(index);
  const std::string index_type = VectorType(index.type);
  if (first != 0) {
    at = w_.Define(absl::StrCat("add nsw ", index_type, " ", at, ", ",
                                Splat(index.type, absl::StrCat(first))));
  }
  const std::string pointers = absl::StrCat("<", width_, " x ptr>");
  const std::string mask = absl::StrCat("<", width_, " x i1>");
  const std::string pairs = absl::StrCat("<", width_, " x i64>");
  const Operand from =
      w_.Define(absl::StrCat("getelementptr inbounds ", LlvmType(element), ", ptr ",
                             w_.Value(place.pointer), ", ", index_type, " ", at));
  const std::string name = absl::StrCat("@llvm.masked.gather.v", width_, "i64.v", width_, "p0");
  w_.intrinsics_.insert(
      absl::StrCat(pairs, " ", name, "(", pointers, ", i32, ", mask, ", ", pairs, ")"));
  const std::vector<std::string> all(width_, "i1 true");
  const Operand bits = w_.Define(absl::StrCat("call ", pairs, " ", name, "(", pointers, " ", from,
                                              ", i32 ", SizeOf(element), ", ", mask, " <",
                                              absl::StrJoin(all, ", "), ">, ", pairs, " undef)"));
  const Operand parts = w_.Define(
      absl::StrCat("bitcast ", pairs, " ", bits, " to ", VectorType(element, 2 * width_)));
  for (int part = 0; part < 2; ++part) {
    loaded_[{place.key, first + part}] =
        Shuffle(element, parts, parts, 2 * width_, Counting(width_, part, 2));
  }
}

void LaneBlock::LoadRun(const Place& place, int64_t first, int count, Type element) {
  const Rows rows = RowsOf(place, first);
  std::vector<Operand> vectors;
  const bool is_reversed = rows.step == -count;
  if (rows.step == count || is_reversed) {  // one row after the other
    for (int i = 0; i < count; ++i) {
      Rows part = is_reversed ? LastRow(rows) : rows;
      part.step = int64_t{1};
      const Operand at = RowAddress(part, i * width_);
      vectors.push_back(w_.Define(
          absl::StrCat("load ", VectorType(element), ", ptr ", at, w_.AccessSuffix(element))));
    }
  } else {
    std::vector<Operand> parts;
    for (int lane = 0; lane < width_; ++lane) {
      parts.push_back(w_.Define(absl::StrCat("load ", VectorType(element, count), ", ptr ",
                                             RowAddress(rows, lane), w_.AccessSuffix(element))));
    }
    for (int size = count; size < width_; size *= 2) {
      std::vector<Operand> pairs;
      for (size_t i = 0; i < parts.size(); i += 2) {
        pairs.push_back(Shuffle(element, parts[i], parts[i + 1], size, Counting(2 * size, 0, 1)));
      }
      parts = std::move(pairs);
    }
    vectors = std::move(parts);
  }
  vectors = Unzip(element, std::move(vectors));
  if (is_reversed) vectors = Reversed(element, std::move(vectors));
  for (int i = 0; i < count; ++i) loaded_[{place.key, first + i}] = vectors[i];
}

// ---- stores and prefetches

// The lines that the lanes' elements lie in, where they lie close together.
void LaneBlock::Prefetch(const Node* node) {
  const Place place = PlaceOf(node->arg(0), node->arg(1));
  const Lanes index = Evaluate(place.index.node());
  const Type element = place.pointer->type.element();
  if (!index.step || *index.step < 1 || *index.step * SizeOf(element) > kClosestRows) return;
  Rows row = RowsOf(place, place.offset);
  row.step = int64_t{1};
  const int64_t bytes = width_ * *index.step * SizeOf(element);
  w_.intrinsics_.insert("void @llvm.prefetch.p0(ptr, i32, i32, i32)");
  for (int64_t at = 0; at < bytes; at += kLineBytes) {
    w_.Line(absl::StrCat("call void @llvm.prefetch.p0(ptr ",
                         RowAddress(row, static_cast<int>(at / SizeOf(element))), ", i32 ",
                         node->integer(), ", i32 2, i32 1)"));
  }
}

void LaneBlock::Flush() {
  std::map<std::string, std::map<int64_t, const PendingStore*>> by_place;
  std::vector<std::string> order;
  for (const PendingStore& store : pending_) {
    auto& offsets = by_place[store.place.key];
    if (offsets.empty()) order.push_back(store.place.key);
    offsets[store.place.offset] = &store;
  }
  for (const std::string& key : order) {
    const auto& offsets = by_place[key];
    for (auto it = offsets.begin(); it != offsets.end();) {
      const Place& place = it->second->place;
      const Type element = place.pointer->type.element();
      std::vector<Operand> run;
      auto end = it;
      for (int64_t next = it->first; end != offsets.end() && end->first == next; ++next, ++end) {
        run.push_back(end->second->value);
      }
      int count = 1;
      const std::optional<int64_t> step = Evaluate(place.index.node()).step;
      const bool is_row = step == 1 || step == -1;
      while (!is_row && 2 * count <= width_ && 2 * count <= std::ssize(run)) count *= 2;
      run.resize(count);
      StoreRun(place, run, element);
      std::advance(it, count);
    }
  }
  pending_.clear();
}

void LaneBlock::StoreRun(const Place& place, const std::vector<Operand>& values, Type element) {
  const auto store = [&](Type type, int width, const Operand& value, const Operand& at) {
    w_.Line(absl::StrCat("store ", VectorType(type, width), " ", value, ", ptr ", at,
                         w_.AccessSuffix(type)));
  };
  const Lanes index = Evaluate(place.index.node());
  const int count = static_cast<int>(values.size());
  if (index.form == Lanes::Form::kVector) {
    // Lane by lane; the lanes' own order is that of the loop.
    for (int i = 0; i < count; ++i) {
      for (int lane = 0; lane < width_; ++lane) {
        const Operand number = w_.Define(absl::StrCat("extractelement ", VectorType(index.type),
                                                      " ", index.value, ", i32 ", lane));
        const Operand moved = w_.Define(
            absl::StrCat("add nsw ", LlvmType(index.type), " ", number, ", ", place.offset + i));
        const Operand at = w_.Define(absl::StrCat("getelementptr inbounds ", LlvmType(element),
                                                  ", ptr ", w_.Value(place.pointer), ", ",
                                                  LlvmType(index.type), " ", moved));
        const Operand value = w_.Define(
            absl::StrCat("extractelement ", VectorType(element), " ", values[i], ", i32 ", lane));
        w_.Line(absl::StrCat("store ", LlvmType(element), " ", value, ", ptr ", at,
                             w_.AccessSuffix(element)));
      }
    }
    return;
  }
  const Rows rows = RowsOf(place, place.offset);
  const bool is_reversed = rows.step == -count;
  if (rows.step == count || is_reversed) {
    const std::vector<Operand> zipped =
        Zip(element, is_reversed ? Reversed(element, values) : values);
    Rows part = is_reversed ? LastRow(rows) : rows;
    part.step = int64_t{1};
    for (int i = 0; i < count; ++i) {
      store(element, width_, zipped[i], RowAddress(part, i * width_));
    }
    return;
  }
  const std::vector<Operand> zipped = Zip(element, values);
  const int rows_each = width_ / count;
  for (int lane = 0; lane < width_; ++lane) {
    const Operand& from = zipped[lane / rows_each];
    const Operand row = count == width_ ? from
                                        : Shuffle(element, from, from, width_,
                                                  Counting(count, lane % rows_each * count, 1));
    store(element, count, row, RowAddress(rows, lane));
  }
}

// ---- transposition

LaneBlock::Operand LaneBlock::Shuffle(Type type, const Operand& a, const Operand& b, int from,
                                      const std::vector<int>& mask) {
  const std::string vector = VectorType(type, from);
  const std::string numbers =
      absl::StrJoin(mask, ", ", [](std::string* out, int i) { absl::StrAppend(out, "i32 ", i); });
  return w_.Define(absl::StrCat("shufflevector ", vector, " ", a, ", ", vector, " ", b, ", <",
                                mask.size(), " x i32> <", numbers, ">"));
}

// r vectors, one an element of the rows, become the rows one after the other: log2 r times, vectors
// a half apart are interleaved.
std::vector<LaneBlock::Operand> LaneBlock::Zip(Type type, std::vector<Operand> vectors) {
  const size_t half = vectors.size() / 2;
  std::vector<int> low, high;
  for (int i = 0; i < width_ / 2; ++i) {
    low.insert(low.end(), {i, i + width_});
    high.insert(high.end(), {i + width_ / 2, i + width_ / 2 + width_});
  }
  for (size_t done = 1; done < vectors.size(); done *= 2) {
    std::vector<Operand> next;
    for (size_t i = 0; i < half; ++i) {
      next.push_back(Shuffle(type, vectors[i], vectors[i + half], width_, low));
      next.push_back(Shuffle(type, vectors[i], vectors[i + half], width_, high));
    }
    vectors = std::move(next);
  }
  return vectors;
}

std::vector<LaneBlock::Operand> LaneBlock::Unzip(Type type, std::vector<Operand> vectors) {
  const size_t half = vectors.size() / 2;
  for (size_t done = 1; done < vectors.size(); done *= 2) {
    std::vector<Operand> next(vectors.size());
    for (size_t i = 0; i < half; ++i) {
      next[i] = Shuffle(type, vectors[2 * i], vectors[2 * i + 1], width_, Counting(width_, 0, 2));
      next[i + half] =
          Shuffle(type, vectors[2 * i], vectors[2 * i + 1], width_, Counting(width_, 1, 2));
    }
    vectors = std::move(next);
  }
  return vectors;
}

}  // namespace fft::codegen
