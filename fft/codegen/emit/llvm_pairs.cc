#include "fft/codegen/emit/llvm_pairs.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

// The depth to which operands are compared to decide which values belong together.
constexpr int kLookAhead = 3;
// Scores of putting two values into one vector. Two literals become one constant. Two neighbours in
// memory become one load if the first is a real part. A pair that exists already costs nothing.
constexpr int kLiteralScore = 3;
constexpr int kLoadScore = 4;
constexpr int kPackedScore = 6;

}  // namespace

PairBlock::PairBlock(LlvmIrWriter& writer, std::optional<LaneBlock> lanes)
    : w_(writer),
      lanes_(std::move(lanes)),
      arena_(std::make_shared<Arena>(writer.kernel_.arena)),
      places_(arena_) {}

// ---- reading

bool PairBlock::Pack(const Node* body) {
  if (!Read(body) || stores_.empty()) return false;
  PackStores();
  if (lanes_ && !ReachesMemoryByPairs()) return false;
  std::map<int, int> known;
  int scalar_cost = 0;
  for (const ScalarStore& store : stores_) scalar_cost += 1 + ScalarCost(store.value, &known);
  return PairCost() < scalar_cost;
}

bool PairBlock::Read(const Node* block) {
  for (const Node* statement : block->args) {
    switch (statement->kind) {
      case Kind::kComment:
      case Kind::kPrefetch:
        continue;
      case Kind::kBlock:
        if (!Read(statement)) return false;
        continue;
      case Kind::kLet: {
        const Node* value = statement->arg(0);
        if (!value->type.IsReal()) {
          if (places_.LetOf(statement->name()) != nullptr) return false;
          places_.AddLet(statement);
          integers_.push_back(statement);
          continue;
        }
        const std::optional<int> read = ReadValue(value);
        if (!read || !named_.emplace(std::string(statement->name()), *read).second) return false;
        continue;
      }
      case Kind::kStore: {
        const std::optional<int> value = ReadValue(statement->arg(2));
        if (!value) return false;
        stores_.push_back({places_.Of(statement->arg(0), statement->arg(1)), *value,
                           static_cast<int>(values_.size())});
        if (lanes_ && StepOf(stores_.back().place.index.node()).value_or(0) == 0) return false;
        continue;
      }
      default:
        return false;
    }
  }
  return true;
}

// Whether the value is a sum with a literal times another value, as in a rotation by a quarter
// turn, which adds a multiple of the other part. A rotation by another angle adds two products.
bool PairBlock::AddsMultiple(const Value& value) const {
  if (value.kind != Value::Kind::kFma) return false;
  const auto is = [&](size_t arg, Value::Kind kind) {
    return values_[value.args[arg]].kind == kind;
  };
  using enum Value::Kind;
  return (is(0, kLiteral) || is(1, kLiteral)) && !is(2, kLiteral) && !is(2, kProduct) &&
         !is(2, kNegation);
}

int PairBlock::Add(Value value) {
  const auto is_literal = [&](int arg) { return values_[arg].kind == Value::Kind::kLiteral; };
  if (AddsMultiple(value)) {
    value.is_odd = values_[value.args[2]].is_odd;
  } else {
    const auto arg = std::find_if_not(value.args.begin(), value.args.end(), is_literal);
    if (arg != value.args.end()) value.is_odd = values_[*arg].is_odd;
  }
  values_.push_back(std::move(value));
  return static_cast<int>(values_.size()) - 1;
}

// Whether a load through `pointer` may be written after later stores. Stores keep their place, and
// a load is written where its value is first needed.
bool PairBlock::MayFollowStores(const Node* pointer) const {
  const auto is_pointer = [&](const Param& param) { return param.name == pointer->name(); };
  const auto& params = w_.kernel_.params;
  const auto param = std::find_if(params.begin(), params.end(), is_pointer);
  return param != params.end() && param->aliasing == Aliasing::kRestrict &&
         std::none_of(stores_.begin(), stores_.end(), [&](const ScalarStore& store) {
           return store.place.pointer->name() == pointer->name();
         });
}

std::optional<int> PairBlock::ReadValue(const Node* node) {
  using VK = Value::Kind;
  if (node->kind == Kind::kVarRef) {
    const auto named = named_.find(std::string(node->name()));
    if (named != named_.end()) return named->second;
  }
  if (node->kind == Kind::kSelect && node->arg(0)->kind == Kind::kIntLit) {
    return ReadValue(node->arg(node->arg(0)->integer() != 0 ? 1 : 2));
  }
  if (!node->type.IsReal() || (type_.IsReal() && !(type_ == node->type))) return std::nullopt;
  type_ = node->type;
  if (node->kind == Kind::kRealLit) return Add({VK::kLiteral, node, {}, {}});
  if (node->kind == Kind::kLoad) {
    if (!stores_.empty() && !MayFollowStores(node->arg(0))) return std::nullopt;
    Value load{VK::kLoad, node, places_.Of(node->arg(0), node->arg(1)), {}};
    load.is_odd = load.place->offset % 2 != 0;
    if (lanes_ && !StepOf(load.place->index.node())) return std::nullopt;
    return Add(std::move(load));
  }
  if (node->kind == Kind::kUnary && node->unary_op() == UnaryOp::kNeg) return ReadNegation(node);
  Value value;
  if (node->Is(BinaryOp::kAdd) || node->Is(BinaryOp::kSub)) {
    value.kind = VK::kSum;
    value.sign = node->Is(BinaryOp::kSub) ? -1 : 1;
  } else if (node->Is(BinaryOp::kMul)) {
    value.kind = VK::kProduct;
  } else if (node->kind == Kind::kFma) {
    value.kind = VK::kFma;
  } else {
    const bool is_parameter =
        node->kind == Kind::kVarRef && w_.values_.contains(std::string(node->name()));
    if (!is_parameter) return std::nullopt;
    return Add({VK::kOther, node, {}, {}});
  }
  for (const Node* arg : node->args) {
    const std::optional<int> operand = ReadValue(arg);
    if (!operand) return std::nullopt;
    value.args.push_back(*operand);
  }
  return Add(std::move(value));
}

// The negative of a product with a literal is the product with the negative literal.
std::optional<int> PairBlock::ReadNegation(const Node* node) {
  const std::optional<int> operand = ReadValue(node->arg(0));
  if (!operand) return std::nullopt;
  const Value negated = values_[*operand];
  if (negated.kind == Value::Kind::kProduct) {
    for (size_t i = 0; i < 2; ++i) {
      const Value factor = values_[negated.args[i]];
      if (factor.kind != Value::Kind::kLiteral) continue;
      const int literal = Add({Value::Kind::kLiteral, Number(-factor.node->payload.real), {}, {}});
      return Add({Value::Kind::kProduct, nullptr, {}, {negated.args[1 - i], literal}});
    }
  }
  return Add({Value::Kind::kNegation, nullptr, {}, {*operand}});
}

const Node* PairBlock::Number(long double value) {
  return RealLit(arena_.get(), type_, value).node();
}

// ---- packing

bool PairBlock::AreNeighbours(int a, int b) const {
  const auto &first = values_[a].place, &second = values_[b].place;
  return first && second && first->key == second->key && first->offset + 1 == second->offset;
}

int PairBlock::AddPair(Pair pair) {
  pairs_.push_back(std::move(pair));
  return static_cast<int>(pairs_.size()) - 1;
}

int PairBlock::Literals(const Node* a, const Node* b) {
  Pair pair{Pair::Kind::kLiterals};
  pair.literals = {a, b};
  return AddPair(std::move(pair));
}

// Packs two values into one vector, in the order of memory, or with the real before the imaginary
// part. If the caller wants the other order, that vector is swapped.
int PairBlock::PackValues(int a, int b) {
  const Value &first = values_[a], &second = values_[b];
  if (first.kind == Value::Kind::kLiteral && second.kind == Value::Kind::kLiteral) {
    return Literals(first.node, second.node);
  }
  if (const auto known = pair_of_.find({a, b}); known != pair_of_.end()) return known->second;
  const bool is_turned =
      AreNeighbours(b, a) ||
      (!AreNeighbours(a, b) && a != b && (first.is_odd != second.is_odd ? first.is_odd : a > b));
  Pair pair;
  if (is_turned) {
    pair.kind = Pair::Kind::kSwap;
    pair.args = {PackValues(b, a)};
  } else {
    pair = PairOf(a, b);
  }
  pair.lanes = {a, b};
  return pair_of_[{a, b}] = AddPair(std::move(pair));
}

PairBlock::Pair PairBlock::PairOf(int a, int b) {
  const Value first = values_[a], second = values_[b];
  if (AreNeighbours(a, b)) return {Pair::Kind::kLoad};
  if (a == b) {
    const std::optional<int> other = OtherPart(a);
    return other ? Twice(a, *other) : Pair{};
  }
  const bool negates_first = first.kind == Value::Kind::kNegation;
  const bool negates_second = second.kind == Value::Kind::kNegation;
  if (negates_first && negates_second) {
    return {Pair::Kind::kNegation, {}, {PackValues(first.args[0], second.args[0])}};
  }
  if (negates_first || negates_second) {
    const int signs = Literals(Number(negates_first ? -1 : 1), Number(negates_second ? -1 : 1));
    const int of =
        PackValues(negates_first ? first.args[0] : a, negates_second ? second.args[0] : b);
    return {Pair::Kind::kProduct, {}, {of, signs}};
  }
  if (first.kind != second.kind) return {};
  switch (first.kind) {
    case Value::Kind::kSum:
      return PairOfSums(a, b);
    case Value::Kind::kProduct:
    case Value::Kind::kFma:
      return PairOfProducts(a, b);
    default:
      return {};
  }
}

// The operands of a sum may be exchanged.
PairBlock::Pair PairBlock::PairOfSums(int a, int b) {
  const Value first = values_[a], second = values_[b];
  std::array<int, 2> x = {first.args[0], first.args[1]}, y = {second.args[0], second.args[1]};
  const int straight = Score(x[0], y[0], kLookAhead) + Score(x[1], y[1], kLookAhead);
  const int crossed = Score(x[0], y[1], kLookAhead) + Score(x[1], y[0], kLookAhead);
  if (crossed > straight) {
    if (second.sign > 0) {
      std::swap(y[0], y[1]);
    } else if (first.sign > 0) {
      std::swap(x[0], x[1]);
    }
  }
  const int left = PackValues(x[0], y[0]);
  return {Pair::Kind::kSum, {}, {left, PackValues(x[1], y[1])}, {first.sign, second.sign}};
}

PairBlock::Pair PairBlock::PairOfProducts(int a, int b) {
  const Value first = values_[a], second = values_[b];
  if (lanes_ && first.kind == Value::Kind::kFma) NoteParts(first, second);
  std::vector<int> y = second.args;
  const int straight =
      Score(first.args[0], y[0], kLookAhead) + Score(first.args[1], y[1], kLookAhead);
  const int crossed =
      Score(first.args[0], y[1], kLookAhead) + Score(first.args[1], y[0], kLookAhead);
  if (crossed > straight) std::swap(y[0], y[1]);
  Pair pair{first.kind == Value::Kind::kFma ? Pair::Kind::kFma : Pair::Kind::kProduct};
  for (size_t i = 0; i < y.size(); ++i) pair.args.push_back(PackValues(first.args[i], y[i]));
  return pair;
}

// Notes the parts x and y of a complex number in fma(x, c, +-y * d) and fma(x, d, +-y * c).
void PairBlock::NoteParts(const Value& first, const Value& second) {
  const auto shared = [](const Value& a, const Value& b) -> std::optional<int> {
    for (const size_t i : {0, 1}) {
      if (a.args[i] == b.args[0] || a.args[i] == b.args[1]) return a.args[i];
    }
    return std::nullopt;
  };
  const auto product = [this](int value) -> const Value* {
    const Value* of = &values_[value];
    if (of->kind == Value::Kind::kNegation) of = &values_[of->args[0]];
    return of->kind == Value::Kind::kProduct ? of : nullptr;
  };
  const Value *left = product(first.args[2]), *right = product(second.args[2]);
  if (left == nullptr || right == nullptr) return;
  const std::optional<int> x = shared(first, second), y = shared(*left, *right);
  if (!x || !y || *x == *y) return;
  other_part_.try_emplace(*x, *y);
  other_part_.try_emplace(*y, *x);
}

// The value that stands beside `value` in memory, or in a complex number.
std::optional<int> PairBlock::OtherPart(int value) const {
  if (!lanes_) return std::nullopt;
  if (values_[value].kind == Value::Kind::kLoad) {
    for (int i = 0; i < std::ssize(values_); ++i) {
      if (values_[value].is_odd ? AreNeighbours(i, value) : AreNeighbours(value, i)) return i;
    }
    return std::nullopt;
  }
  const auto noted = other_part_.find(value);
  return noted == other_part_.end() ? std::nullopt : std::optional(noted->second);
}

PairBlock::Pair PairBlock::Twice(int value, int other) {
  const bool is_second =
      values_[value].is_odd != values_[other].is_odd ? values_[value].is_odd : value > other;
  const int pair = is_second ? PackValues(other, value) : PackValues(value, other);
  Pair twice{Pair::Kind::kTwice, {}, {pair}};
  twice.part = is_second ? 1 : 0;
  return twice;
}

// The score of putting two values into one vector.
int PairBlock::Score(int a, int b, int depth) const {
  const Value &first = values_[a], &second = values_[b];
  if (first.kind != second.kind || a == b) return 0;
  if (first.kind == Value::Kind::kLiteral) return kLiteralScore;
  if (AreNeighbours(a, b) || AreNeighbours(b, a)) {
    return std::min(first.place->offset, second.place->offset) % 2 == 0 ? kLoadScore : 1;
  }
  if (first.kind == Value::Kind::kLoad || first.kind == Value::Kind::kOther) return 0;
  int best = pair_of_.contains({a, b}) || pair_of_.contains({b, a}) ? kPackedScore : 1;
  if (depth == 0) return best;
  const auto &x = first.args, &y = second.args;
  if (x.size() == 1) return best + Score(x[0], y[0], depth - 1);
  const int straight = Score(x[0], y[0], depth - 1) + Score(x[1], y[1], depth - 1);
  const int crossed = Score(x[0], y[1], depth - 1) + Score(x[1], y[0], depth - 1);
  best += std::max(straight, crossed);
  if (x.size() == 3) best += Score(x[2], y[2], depth - 1);
  return best;
}

void PairBlock::PackStores() {
  std::map<std::pair<std::string, int64_t>, int> at;
  for (int i = 0; i < std::ssize(stores_); ++i) {
    at[{stores_[i].place.key, stores_[i].place.offset}] = i;
  }
  std::vector<bool> is_done(stores_.size());
  for (const auto& [place, i] : at) {
    if (is_done[i]) continue;
    PairStore store{i, std::nullopt, stores_[i].position};
    const auto next = at.find({place.first, place.second + 1});
    if (next != at.end() && !is_done[next->second]) {
      const ScalarStore& other = stores_[next->second];
      store.pair = PackValues(stores_[i].value, other.value);
      store.position = std::max(store.position, other.position);
      is_done[next->second] = true;
    }
    is_done[i] = true;
    pair_stores_.push_back(store);
  }
  std::stable_sort(pair_stores_.begin(), pair_stores_.end(),
                   [](const PairStore& a, const PairStore& b) { return a.position < b.position; });
}

// The number of instructions of the block in pairs. A literal takes none.
int PairBlock::PairCost() const {
  std::map<int, int> known;
  for (const Pair& pair : pairs_) {
    const bool is_made_of_others =
        pair.kind == Pair::Kind::kJoin || pair.kind == Pair::Kind::kTwice;
    if (is_made_of_others || pair.kind == Pair::Kind::kLiterals) continue;
    for (const int lane : pair.lanes) known[lane] = 1;  // taken out of its vector
  }
  int cost = 0;
  for (const Pair& pair : pairs_) {
    if (pair.kind != Pair::Kind::kLiterals) ++cost;
    if (pair.kind != Pair::Kind::kJoin) continue;
    for (const int lane : pair.lanes) cost += ScalarCost(lane, &known);
  }
  for (const PairStore& store : pair_stores_) {
    cost += 1 + (store.pair ? 0 : ScalarCost(stores_[store.store].value, &known));
  }
  return cost;
}

int PairBlock::ScalarCost(int value, std::map<int, int>* known) const {
  const auto [it, is_new] = known->try_emplace(value, 0);
  if (!is_new) return it->second;
  int cost = values_[value].kind == Value::Kind::kLiteral ? 0 : 1;
  for (const int arg : values_[value].args) cost += ScalarCost(arg, known);
  return cost;  // only the first time; later calls return 0 for this value
}

// ---- writing

void PairBlock::WriteIntegers() {
  for (const Node* let : integers_) {
    const std::string name(let->name());
    if (!lanes_) {
      w_.values_[name] = w_.Value(let->arg(0));
      continue;
    }
    lanes_->places_.AddLet(let);
    const LaneBlock::Lanes value = lanes_->Evaluate(let->arg(0));
    lanes_->values_[name] = value;
    if (value.form == LaneBlock::Lanes::Form::kUniform) w_.values_[name] = value.value;
  }
}

void PairBlock::Write() {
  WriteIntegers();
  if (lanes_) FindLoadedRows();
  // Pairs are written in the order of their values, so that one small transform ends before the
  // next begins.
  std::vector<int> order(pairs_.size()), last(pairs_.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    if (pair.kind != Pair::Kind::kLiterals) last[i] = std::max(pair.lanes[0], pair.lanes[1]);
    for (const int arg : pair.args) last[i] = std::max(last[i], last[arg]);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return last[a] < last[b]; });
  written_.resize(pairs_.size());
  auto store = pair_stores_.begin();
  for (const int i : order) {
    for (; store != pair_stores_.end() && store->position <= last[i]; ++store) WriteStore(*store);
    written_[i] = pairs_[i].kind == Pair::Kind::kLoad ? Loaded(i) : WritePair(pairs_[i]);
    const Pair::Kind kind = pairs_[i].kind;
    const bool is_computed =
        kind != Pair::Kind::kLiterals && kind != Pair::Kind::kJoin && kind != Pair::Kind::kTwice;
    if (is_computed) NoteLanes(i);
  }
  for (; store != pair_stores_.end(); ++store) WriteStore(*store);
  StoreRows();
}

void PairBlock::NoteLanes(int pair) {
  for (int lane = 0; lane < 2; ++lane) lane_of_.try_emplace(pairs_[pair].lanes[lane], pair, lane);
}

PairBlock::Operand PairBlock::Address(const Place& place) {
  Operand& base = bases_[place.key];
  if (base.empty()) base = w_.Address(place.pointer, place.index.node());
  if (place.offset == 0) return base;
  return w_.Define(absl::StrCat("getelementptr inbounds ", LlvmType(type_), ", ptr ", base,
                                ", i64 ", place.offset));
}

// A single value, extracted from its vector if it is part of one.
PairBlock::Operand PairBlock::Scalar(int value) {
  const bool is_load = values_[value].kind == Value::Kind::kLoad;
  if (lanes_ && is_load && !lane_of_.contains(value)) LoadPairOf(value);
  const auto lane = lane_of_.find(value);
  const auto [known, is_new] = scalars_.try_emplace(value);
  if (!is_new) return known->second;
  const Value& scalar = values_[value];
  if (lane != lane_of_.end()) {
    const auto [pair, number] = lane->second;
    if (lanes_) {
      const std::vector<int> mask = Counting(width(), number, 2);
      return scalars_[value] =
                 lanes_->Shuffle(type_, written_[pair], written_[pair], 2 * width(), mask);
    }
    return scalars_[value] = w_.Define(absl::StrCat("extractelement ", VectorType(), " ",
                                                    written_[pair], ", i32 ", number));
  }
  std::vector<Operand> args;
  for (const int arg : scalar.args) args.push_back(Scalar(arg));
  Operand made;
  switch (scalar.kind) {
    case Value::Kind::kLoad:
      made = w_.Define(absl::StrCat("load ", LlvmType(type_), ", ptr ", Address(*scalar.place),
                                    w_.AccessSuffix(type_)));
      break;
    case Value::Kind::kLiteral:
    case Value::Kind::kOther:
      made = w_.Value(scalar.node);
      if (lanes_) made = lanes_->Splat(type_, made);
      break;
    case Value::Kind::kSum:
      made = w_.Arithmetic(scalar.sign > 0 ? BinaryOp::kAdd : BinaryOp::kSub, type_, args, width());
      break;
    case Value::Kind::kProduct:
      made = w_.Arithmetic(BinaryOp::kMul, type_, args, width());
      break;
    case Value::Kind::kFma:
      made = w_.MultiplyAdd(type_, args, width());
      break;
    case Value::Kind::kNegation:
      made = w_.Define(absl::StrCat("fneg ", ScalarType(), " ", args[0]));
      break;
  }
  return scalars_[value] = made;
}

std::string PairBlock::VectorType() const {
  return absl::StrCat("<", 2 * width(), " x ", LlvmType(type_), ">");
}

std::string PairBlock::ScalarType() const {
  return lanes_ ? lanes_->VectorType(type_) : LlvmType(type_);
}

PairBlock::Operand PairBlock::Constant(const Node* first, const Node* second) {
  const std::string type = LlvmType(type_);
  const std::vector<std::string> pairs(
      width(), absl::StrCat(type, " ", w_.Literal(first), ", ", type, " ", w_.Literal(second)));
  return absl::StrCat("<", absl::StrJoin(pairs, ", "), ">");
}

PairBlock::Operand PairBlock::WritePair(const Pair& pair) {
  std::vector<Operand> args;
  for (const int arg : pair.args) args.push_back(written_[arg]);
  const std::string vector = VectorType();
  switch (pair.kind) {
    case Pair::Kind::kLoad:
      return w_.Define(absl::StrCat("load ", vector, ", ptr ",
                                    Address(*values_[pair.lanes[0]].place),
                                    w_.AccessSuffix(type_)));
    case Pair::Kind::kLiterals:
      return Constant(pair.literals[0], pair.literals[1]);
    case Pair::Kind::kSum:
      if (pair.signs[0] == pair.signs[1]) {
        return w_.Arithmetic(pair.signs[0] > 0 ? BinaryOp::kAdd : BinaryOp::kSub, type_, args,
                             2 * width());
      }
      return w_.MultiplyAdd(
          type_, {args[1], Constant(Number(pair.signs[0]), Number(pair.signs[1])), args[0]},
          2 * width());
    case Pair::Kind::kProduct:
      return w_.Arithmetic(BinaryOp::kMul, type_, args, 2 * width());
    case Pair::Kind::kFma:
      if (lanes_ && SignsOf(pair.args[2])) return AddAndSubtract(pair);
      return w_.MultiplyAdd(type_, args, 2 * width());
    case Pair::Kind::kNegation:
      return w_.Define(absl::StrCat("fneg ", vector, " ", args[0]));
    case Pair::Kind::kSwap:
      if (lanes_) {
        std::vector<int> mask;
        for (int i = 0; i < width(); ++i) mask.insert(mask.end(), {2 * i + 1, 2 * i});
        return lanes_->Shuffle(type_, args[0], args[0], 2 * width(), mask);
      }
      return w_.Define(absl::StrCat("shufflevector ", vector, " ", args[0], ", ", vector,
                                    " undef, <2 x i32> <i32 1, i32 0>"));
    case Pair::Kind::kTwice: {
      std::vector<int> mask;
      for (int i = 0; i < width(); ++i) mask.insert(mask.end(), 2, 2 * i + pair.part);
      return lanes_->Shuffle(type_, args[0], args[0], 2 * width(), mask);
    }
    case Pair::Kind::kJoin:
      return lanes_ ? JoinLanes(pair) : Join(pair);
  }
  FFT_CHECK(false);
}

PairBlock::Operand PairBlock::Join(const Pair& pair) {
  Operand joined = "undef";
  for (int lane = 0; lane < 2; ++lane) {
    joined =
        w_.Define(absl::StrCat("insertelement ", VectorType(), " ", joined, ", ", LlvmType(type_),
                               " ", Scalar(pair.lanes[lane]), ", i32 ", lane));
  }
  return joined;
}

void PairBlock::WriteStore(const PairStore& store) {
  if (lanes_) return StoreLanes(store);
  const ScalarStore& first = stores_[store.store];
  const std::string value = store.pair ? absl::StrCat(VectorType(), " ", written_[*store.pair])
                                       : absl::StrCat(LlvmType(type_), " ", Scalar(first.value));
  w_.Line(absl::StrCat("store ", value, ", ptr ", Address(first.place), w_.AccessSuffix(type_)));
}

}  // namespace fft::codegen
