// Pairs of several lanes: their places in memory, and the processor's instructions for them.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/codegen/emit/llvm_pairs.h"

namespace fft::codegen {

std::optional<int64_t> PairBlock::StepOf(const Node* index) const {
  if (index->kind == Kind::kVarRef) {
    if (index->name() == lanes_->lane_name_) return 1;
    const Node* let = places_.LetOf(index->name());
    return let == nullptr ? 0 : StepOf(let);
  }
  std::vector<int64_t> steps;
  for (const Node* arg : index->args) {
    const std::optional<int64_t> step = StepOf(arg);
    if (!step) return std::nullopt;
    steps.push_back(*step);
  }
  if (std::all_of(steps.begin(), steps.end(), [](int64_t step) { return step == 0; })) return 0;
  if (index->kind == Kind::kCast) return steps[0];
  if (index->Is(BinaryOp::kAdd)) return steps[0] + steps[1];
  if (index->Is(BinaryOp::kSub)) return steps[0] - steps[1];
  if (!index->Is(BinaryOp::kMul)) return std::nullopt;
  const Node *a = index->arg(0), *b = index->arg(1);
  if (b->kind == Kind::kIntLit) return steps[0] * b->integer();
  return a->kind == Kind::kIntLit ? std::optional(steps[1] * a->integer()) : std::nullopt;
}

bool PairBlock::ReachesMemoryByPairs() const {
  std::set<int> loaded;
  for (const Pair& pair : pairs_) {
    if (pair.kind == Pair::Kind::kLoad) loaded.insert(pair.lanes.begin(), pair.lanes.end());
  }
  for (int i = 0; i < std::ssize(values_); ++i) {
    if (values_[i].kind == Value::Kind::kLoad && !loaded.contains(i)) return false;
  }
  return std::all_of(pair_stores_.begin(), pair_stores_.end(),
                     [](const PairStore& store) { return store.pair.has_value(); });
}

// Joins the two parts of a pair. If both are in vectors of the block, one shuffle of these vectors
// does it.
PairBlock::Operand PairBlock::JoinLanes(const Pair& pair) {
  const auto first = lane_of_.find(pair.lanes[0]), second = lane_of_.find(pair.lanes[1]);
  std::vector<int> mask;
  if (first == lane_of_.end() || second == lane_of_.end()) {
    for (int i = 0; i < width(); ++i) mask.insert(mask.end(), {i, i + width()});
    const Operand real = Scalar(pair.lanes[0]);
    return lanes_->Shuffle(type_, real, Scalar(pair.lanes[1]), width(), mask);
  }
  for (int i = 0; i < width(); ++i) {
    mask.insert(mask.end(),
                {2 * i + first->second.second, 2 * (i + width()) + second->second.second});
  }
  return lanes_->Shuffle(type_, written_[first->second.first], written_[second->second.first],
                         2 * width(), mask);
}

// The signs that a pair is multiplied by, where they differ.
std::optional<std::array<int, 2>> PairBlock::SignsOf(int product) const {
  const Pair& pair = pairs_[product];
  if (pair.kind != Pair::Kind::kProduct) return std::nullopt;
  const Pair& factor = pairs_[pair.args[1]];
  if (factor.kind != Pair::Kind::kLiterals) return std::nullopt;
  const long double first = factor.literals[0]->payload.real;
  const bool are_signs = (first == 1 || first == -1) && factor.literals[1]->payload.real == -first;
  if (!are_signs) return std::nullopt;
  return std::array<int, 2>{static_cast<int>(first), static_cast<int>(-first)};
}

// a * b - c in one part and a * b + c in the other, for which processors have an instruction.
PairBlock::Operand PairBlock::AddAndSubtract(const Pair& pair) {
  const Operand a = written_[pair.args[0]], b = written_[pair.args[1]];
  const Operand c = written_[pairs_[pair.args[2]].args[0]];
  const Operand negated = w_.Define(absl::StrCat("fneg ", VectorType(), " ", c));
  const Operand sum = w_.MultiplyAdd(type_, {a, b, c}, 2 * width());
  const Operand difference = w_.MultiplyAdd(type_, {a, b, negated}, 2 * width());
  const bool adds_first = (*SignsOf(pair.args[2]))[0] > 0;
  std::vector<int> mask;
  for (int i = 0; i < width(); ++i) {
    mask.insert(mask.end(), {2 * i + (adds_first ? 0 : 2 * width()),
                             2 * i + 1 + (adds_first ? 2 * width() : 0)});
  }
  return lanes_->Shuffle(type_, sum, difference, 2 * width(), mask);
}

PairBlock::Operand PairBlock::Loaded(int pair) {
  if (!lanes_) return WritePair(pairs_[pair]);
  if (!loaded_.contains(pair)) LoadLanes(pair);
  return loaded_.at(pair);
}

// Loads the pair that a loaded value is part of, before Write comes to it. With lanes, memory
// is reached only by pairs, also where a value is needed before the other part of its pair.
void PairBlock::LoadPairOf(int value) {
  for (int i = 0; i < std::ssize(pairs_); ++i) {
    const Pair& pair = pairs_[i];
    if (pair.kind != Pair::Kind::kLoad || std::ranges::count(pair.lanes, value) == 0) continue;
    written_[i] = Loaded(i);
    NoteLanes(i);
    return;
  }
}

// Loads a pair of all lanes, together with the pairs that lie beside it in rows.
void PairBlock::LoadLanes(int pair) {
  const Place place = *values_[pairs_[pair].lanes[0]].place;
  LaneBlock::Rows rows = lanes_->RowsOf(place, place.offset);
  const int64_t step = *StepOf(place.index.node());
  if (step == 0 || step == 2) {
    const std::string type = step == 0 ? absl::StrCat("<2 x ", LlvmType(type_), ">") : VectorType();
    const Operand value = w_.Define(
        absl::StrCat("load ", type, ", ptr ", lanes_->RowAddress(rows, 0), w_.AccessSuffix(type_)));
    loaded_[pair] = step == 2
                        ? value
                        : lanes_->Shuffle(Complex(), value, value, 1, std::vector<int>(width(), 0));
    return;
  }
  const std::vector<int>& group = group_of_.at(pair);
  rows.offset = values_[pairs_[group[0]].lanes[0]].place->offset;
  rows.moved = Complex();
  const std::vector<Operand> vectors = lanes_->LoadRows(rows, static_cast<int>(group.size()));
  for (size_t i = 0; i < group.size(); ++i) loaded_[group[i]] = vectors[i];
}

// Groups of places that follow each other, as rows that move together.
std::vector<std::vector<int>> PairBlock::RowsTogether(
    const std::vector<NumberedPlace>& places) const {
  std::map<std::string, std::map<int64_t, int>> by_key;
  for (const auto& [place, number] : places) by_key[place->key].emplace(place->offset, number);
  std::vector<std::vector<int>> groups;
  for (const auto& [key, numbers] : by_key) {
    for (auto it = numbers.begin(); it != numbers.end();) {
      std::vector<int> run;
      auto end = it;
      for (int64_t next = it->first; end != numbers.end() && end->first == next; next += 2) {
        run.push_back((end++)->second);
      }
      size_t count = 1;
      while (2 * count <= run.size() && 2 * count <= static_cast<size_t>(width())) count *= 2;
      run.resize(count);
      std::advance(it, count);
      groups.push_back(std::move(run));
    }
  }
  return groups;
}

void PairBlock::FindLoadedRows() {
  std::vector<NumberedPlace> places;
  for (int i = 0; i < std::ssize(pairs_); ++i) {
    if (pairs_[i].kind != Pair::Kind::kLoad) continue;
    places.emplace_back(&*values_[pairs_[i].lanes[0]].place, i);
    group_of_[i] = {i};
  }
  for (const std::vector<int>& group : RowsTogether(places)) {
    for (const int i : group) group_of_[i] = group;
  }
}

void PairBlock::StoreLanes(const PairStore& store) {
  const Place& place = stores_[store.store].place;
  if (*StepOf(place.index.node()) != 2) return rows_.push_back(store);
  const LaneBlock::Rows rows = lanes_->RowsOf(place, place.offset);
  w_.Line(absl::StrCat("store ", VectorType(), " ", written_[*store.pair], ", ptr ",
                       lanes_->RowAddress(rows, 0), w_.AccessSuffix(type_)));
}

void PairBlock::StoreRows() {
  std::vector<NumberedPlace> places;
  for (int i = 0; i < std::ssize(rows_); ++i) {
    places.emplace_back(&stores_[rows_[i].store].place, i);
  }
  for (const std::vector<int>& group : RowsTogether(places)) {
    const Place& place = *places[group[0]].first;
    LaneBlock::Rows rows = lanes_->RowsOf(place, place.offset);
    rows.moved = Complex();
    std::vector<Operand> values;
    for (const int i : group) values.push_back(written_[*rows_[i].pair]);
    lanes_->StoreRows(rows, values);
  }
}

}  // namespace fft::codegen
