// Loads and stores of lanes, and the transposition between rows of memory and lanes.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/codegen/emit/llvm_lanes.h"

namespace fft::codegen {
namespace {

constexpr int64_t kLineBytes = 64;
// Elements further apart than this many bytes are in cache lines of their own.
constexpr int64_t kClosestRows = 32;

// The suffix of a vector type in names of intrinsics, as in "v16f32".
std::string Suffix(Type element, int width) {
  return absl::StrCat("v", width, element.IsReal() ? "f" : "i", 8 * SizeOf(element));
}

}  // namespace

// The lanes that elements i * width, i * width + 1, ... belong to, where rows of `count` elements
// follow each other.
std::vector<int> LaneBlock::LanesOfPart(int i, int count, bool is_reversed) const {
  std::vector<int> lanes = Counting(width_, i * width_, 1);
  for (int& lane : lanes) lane = is_reversed ? width_ - 1 - lane / count : lane / count;
  return lanes;
}

// ---- loads

LaneBlock::Lanes LaneBlock::EvaluateLoad(const Node* node) {
  const Place place = places_.Of(node->arg(0), node->arg(1));
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
    const Operand mask = Mask(place.pointer, Counting(width_, 0, 1));
    return {Lanes::Form::kVector, element, LoadVector(element, at, mask), {}, {}};
  }
  // The place lies in a run of consecutive offsets, which is loaded in parts of 2^i offsets from
  // its start.
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

LaneBlock::Operand LaneBlock::LoadVector(Type element, const Operand& address,
                                         const Operand& mask) {
  const std::string type = VectorType(element);
  if (mask.empty()) {
    return w_.Define(absl::StrCat("load ", type, ", ptr ", address, w_.AccessSuffix(element)));
  }
  const std::string masks = absl::StrCat("<", width_, " x i1>");
  const std::string name = absl::StrCat("@llvm.masked.load.", Suffix(element, width_), ".p0");
  w_.intrinsics_.insert(absl::StrCat(type, " ", name, "(ptr, i32, ", masks, ", ", type, ")"));
  return w_.Define(absl::StrCat("call ", type, " ", name, "(ptr ", address, ", i32 ",
                                SizeOf(element), ", ", masks, " ", mask, ", ", type,
                                " zeroinitializer)"));
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
  const std::string name =
      absl::StrCat("@llvm.masked.gather.", Suffix(element, width_), ".v", width_, "p0");
  w_.intrinsics_.insert(
      absl::StrCat(type, " ", name, "(", pointers, ", i32, ", mask, ", ", type, ")"));
  const Operand present = AllOr(Mask(place.pointer, Counting(width_, 0, 1)));
  return w_.Define(absl::StrCat("call ", type, " ", name, "(", pointers, " ", from, ", i32 ",
                                SizeOf(element), ", ", mask, " ", present, ", ", type,
                                " zeroinitializer)"));
}

bool LaneBlock::IsPair(const Place& place) {
  const std::vector<int64_t>& offsets = runs_[place.key];
  return std::binary_search(offsets.begin(), offsets.end(), place.offset) &&
         std::binary_search(offsets.begin(), offsets.end(), place.offset ^ 1);
}

// Gathers each complex number as one element of twice the size, so that half as many elements are
// gathered.
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
  const Operand present = AllOr(Mask(place.pointer, Counting(width_, 0, 1)));
  const Operand bits = w_.Define(absl::StrCat("call ", pairs, " ", name, "(", pointers, " ", from,
                                              ", i32 ", SizeOf(element), ", ", mask, " ", present,
                                              ", ", pairs, " zeroinitializer)"));
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
  if ((rows.step == count && count < width_) || is_reversed) {  // one row after the other
    const Rows start = is_reversed ? LastRow(rows) : rows;
    for (int i = 0; i < count; ++i) {
      const Operand at = Moved(element, start.base, start.offset + i * width_);
      const Operand mask = Mask(place.pointer, LanesOfPart(i, count, is_reversed));
      vectors.push_back(LoadVector(element, at, mask));
    }
    vectors = Unzip(element, std::move(vectors));
    if (is_reversed) vectors = Reversed(element, std::move(vectors));
  } else {
    vectors = LoadRows(rows, count);
  }
  for (int i = 0; i < count; ++i) loaded_[{place.key, first + i}] = vectors[i];
}

// Loads the rows one by one, or several into one vector, and transposes them so that each vector
// holds one element of all lanes.
std::vector<LaneBlock::Operand> LaneBlock::LoadRows(const Rows& rows, int count) {
  const Type element = rows.moved;
  const LaneExchange exchange(width_, count, SizeOf(element));
  std::vector<Operand> vectors;
  for (int vector = 0; vector < count; ++vector) {
    std::vector<Operand> parts;
    for (int part = 0; part < width_ / count; ++part) {
      const int lane = exchange.LaneOfRow(vector, part);
      parts.push_back(
          w_.Define(absl::StrCat("load ", VectorType(element, count), ", ptr ",
                                 RowAddress(rows, lane), w_.AccessSuffix(rows.element))));
    }
    for (int size = count; size < width_; size *= 2) {
      std::vector<Operand> pairs;
      for (size_t i = 0; i < parts.size(); i += 2) {
        pairs.push_back(Shuffle(element, parts[i], parts[i + 1], size, Counting(2 * size, 0, 1)));
      }
      parts = std::move(pairs);
    }
    vectors.push_back(parts[0]);
  }
  for (const ExchangeStage& stage : exchange.LoadStages()) {
    vectors = Exchange(element, std::move(vectors), stage);
  }
  return vectors;
}

// ---- stores and prefetches

// Prefetches the cache lines that the lanes' elements lie in, where they lie close together.
void LaneBlock::Prefetch(const Node* node) {
  const Place place = places_.Of(node->arg(0), node->arg(1));
  const Lanes index = Evaluate(place.index.node());
  const Type element = place.pointer->type.element();
  if (!end_.empty() || !index.step || *index.step < 1 ||
      *index.step * SizeOf(element) > kClosestRows)
    return;
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
  const Lanes index = Evaluate(place.index.node());
  if (index.form == Lanes::Form::kVector) return Scatter(place, index, values);
  const int count = static_cast<int>(values.size());
  const Rows rows = RowsOf(place, place.offset);
  const bool is_reversed = rows.step == -count;
  const bool has_whole_rows = count == width_ || rows.step != count;
  if (has_whole_rows && !is_reversed) return StoreRows(rows, values);
  const std::vector<Operand> zipped =
      Zip(element, is_reversed ? Reversed(element, values) : values);
  const Rows start = is_reversed ? LastRow(rows) : rows;
  for (int i = 0; i < count; ++i) {
    const Operand at = Moved(element, start.base, start.offset + i * width_);
    StoreVector(element, zipped[i], at, Mask(place.pointer, LanesOfPart(i, count, is_reversed)));
  }
}

void LaneBlock::StoreVector(Type element, const Operand& value, const Operand& address,
                            const Operand& mask) {
  const std::string type = VectorType(element);
  if (mask.empty()) {
    return w_.Line(
        absl::StrCat("store ", type, " ", value, ", ptr ", address, w_.AccessSuffix(element)));
  }
  const std::string masks = absl::StrCat("<", width_, " x i1>");
  const std::string name = absl::StrCat("@llvm.masked.store.", Suffix(element, width_), ".p0");
  w_.intrinsics_.insert(absl::StrCat("void ", name, "(", type, ", ptr, i32, ", masks, ")"));
  w_.Line(absl::StrCat("call void ", name, "(", type, " ", value, ", ptr ", address, ", i32 ",
                       SizeOf(element), ", ", masks, " ", mask, ")"));
}

void LaneBlock::StoreRows(const Rows& rows, const std::vector<Operand>& values) {
  const Type element = rows.moved;
  const int count = static_cast<int>(values.size());
  const LaneExchange exchange(width_, count, SizeOf(element));
  std::vector<Operand> vectors = values;
  for (const ExchangeStage& stage : exchange.StoreStages()) {
    vectors = Exchange(element, std::move(vectors), stage);
  }
  std::vector<std::pair<int, int>> rows_of_lanes(width_);  // vector and part
  for (int vector = 0; vector < count; ++vector) {
    for (int part = 0; part < width_ / count; ++part) {
      rows_of_lanes[exchange.LaneOfRow(vector, part)] = {vector, part};
    }
  }
  for (int i = 0; i < width_; ++i) {
    // Lanes beyond the end repeat the last valid lane. They store first, so that the last valid
    // lane's own value remains.
    const int lane = rows.may_lack_lanes ? width_ - 1 - i : i;
    const auto [vector, part] = rows_of_lanes[lane];
    const Operand& from = vectors[vector];
    const Operand row =
        count == width_ ? from
                        : Shuffle(element, from, from, width_, Counting(count, part * count, 1));
    w_.Line(absl::StrCat("store ", VectorType(element, count), " ", row, ", ptr ",
                         RowAddress(rows, lane), w_.AccessSuffix(rows.element)));
  }
}

// Stores lane by lane, in the order of the loop.
void LaneBlock::Scatter(const Place& place, const Lanes& index,
                        const std::vector<Operand>& values) {
  if (MayLackLanes(place.pointer)) return ScatterPresent(place, index, values);
  const Type element = place.pointer->type.element();
  const std::string type = LlvmType(element), index_type = LlvmType(index.type);
  for (size_t i = 0; i < values.size(); ++i) {
    for (int lane = 0; lane < width_; ++lane) {
      const Operand number = w_.Define(absl::StrCat("extractelement ", VectorType(index.type), " ",
                                                    index.value, ", i32 ", lane));
      const Operand moved =
          w_.Define(absl::StrCat("add nsw ", index_type, " ", number, ", ", place.offset + i));
      const Operand at =
          w_.Define(absl::StrCat("getelementptr inbounds ", type, ", ptr ", w_.Value(place.pointer),
                                 ", ", index_type, " ", moved));
      const Operand value = w_.Define(
          absl::StrCat("extractelement ", VectorType(element), " ", values[i], ", i32 ", lane));
      w_.Line(absl::StrCat("store ", type, " ", value, ", ptr ", at, w_.AccessSuffix(element)));
    }
  }
}

void LaneBlock::ScatterPresent(const Place& place, const Lanes& index,
                               const std::vector<Operand>& values) {
  const Type element = place.pointer->type.element();
  const std::string type = VectorType(element), index_type = VectorType(index.type);
  const std::string pointers = absl::StrCat("<", width_, " x ptr>");
  const std::string masks = absl::StrCat("<", width_, " x i1>");
  const std::string name =
      absl::StrCat("@llvm.masked.scatter.", Suffix(element, width_), ".v", width_, "p0");
  w_.intrinsics_.insert(
      absl::StrCat("void ", name, "(", type, ", ", pointers, ", i32, ", masks, ")"));
  for (size_t i = 0; i < values.size(); ++i) {
    const Operand offset = Splat(index.type, absl::StrCat(place.offset + i));
    const Operand moved =
        w_.Define(absl::StrCat("add nsw ", index_type, " ", index.value, ", ", offset));
    const Operand to =
        w_.Define(absl::StrCat("getelementptr ", LlvmType(element), ", ptr ",
                               w_.Value(place.pointer), ", ", index_type, " ", moved));
    w_.Line(absl::StrCat("call void ", name, "(", type, " ", values[i], ", ", pointers, " ", to,
                         ", i32 ", SizeOf(element), ", ", masks, " ",
                         Mask(place.pointer, Counting(width_, 0, 1)), ")"));
  }
}

// ---- transposition

LaneBlock::Operand LaneBlock::Shuffle(Type type, const Operand& a, const Operand& b, int from,
                                      const std::vector<int>& mask) {
  if (type.IsComplex()) {
    std::vector<int> parts;
    for (const int i : mask) parts.insert(parts.end(), {2 * i, 2 * i + 1});
    return Shuffle(type.part(), a, b, 2 * from, parts);
  }
  const std::string vector = VectorType(type, from);
  const std::string numbers =
      absl::StrJoin(mask, ", ", [](std::string* out, int i) { absl::StrAppend(out, "i32 ", i); });
  return w_.Define(absl::StrCat("shufflevector ", vector, " ", a, ", ", vector, " ", b, ", <",
                                mask.size(), " x i32> <", numbers, ">"));
}

// Turns r vectors, one for each element of the rows, into the rows one after the other. In each of
// log2 r stages it interleaves the vectors i and i + r/2.
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

// Pairs of vectors that differ in one bit of their number exchange elements.
std::vector<LaneBlock::Operand> LaneBlock::Exchange(Type type, std::vector<Operand> vectors,
                                                    const ExchangeStage& stage) {
  const size_t distance = size_t{1} << stage.vector_bit;
  for (size_t i = 0; i < vectors.size(); ++i) {
    if ((i & distance) != 0) continue;
    const Operand low = vectors[i], high = vectors[i + distance];
    vectors[i] = Shuffle(type, low, high, width_, stage.masks[0]);
    vectors[i + distance] = Shuffle(type, low, high, width_, stage.masks[1]);
  }
  return vectors;
}

}  // namespace fft::codegen
