#include "fft/codegen/emit/llvm_lanes.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
LaneBlock::LaneBlock(LlvmIrWriter& writer, int width, std::string_view lane_name,
                     const Numbers& numbers)
    : w_(writer),
      width_(width),
      lane_name_(lane_name),
      end_(numbers.end),
      places_(std::make_shared<Arena>(writer.kernel_.arena)) {
  values_[lane_name_] = {Lanes::Form::kAffine, Type::Int32(), numbers.first, 1, "1"};
  if (end_.empty()) return;
  left_ = w_.Define(absl::StrCat("sub nsw i32 ", end_, ", ", numbers.first));
  lanes_left_ = Splat(Type::Int32(), left_);
}

void LaneBlock::Write(const Node* body) {
  FindRuns(body);
  const auto write = [this](const auto& self, const Node* block) -> void {
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kBlock) self(self, statement);
      if (statement->kind == Kind::kLet) {
        const Node* value = statement->arg(0);
        const std::string name(statement->name());
        if (value->type.IsInt()) places_.AddLet(statement);
        const Lanes lanes = Evaluate(value);
        values_[name] = lanes;
        if (lanes.form == Lanes::Form::kUniform) w_.values_[name] = lanes.value;
      }
      if (statement->kind == Kind::kPrefetch) Prefetch(statement);
      if (statement->kind == Kind::kStore) {
        const Operand value = Vector(Evaluate(statement->arg(2)));
        pending_.push_back({places_.Of(statement->arg(0), statement->arg(1)), value});
        has_stored_ = true;
      }
    }
  };
  write(write, body);
  Flush();
}

// Finds the offsets that are loaded from each place before anything is stored.
void LaneBlock::FindRuns(const Node* body) {
  bool has_stored = false;
  const auto find = [&](const auto& self, const Node* block) -> void {
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kBlock) self(self, statement);
      has_stored |= statement->kind == Kind::kStore;
      if (has_stored) return;
      if (statement->kind != Kind::kLet) continue;
      const Node* value = statement->arg(0);
      if (value->type.IsInt()) places_.AddLet(statement);
      Walk(value, [&](const Node* node) {
        if (node->kind != Kind::kLoad) return true;
        const Place place = places_.Of(node->arg(0), node->arg(1));
        runs_[place.key].push_back(place.offset);
        return false;
      });
    }
  };
  find(find, body);
  for (auto& [key, offsets] : runs_) {
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  }
}

// ---- values

bool LaneBlock::Varies(const Node* node) const {
  bool varies = false;
  Walk(node, [&](const Node* part) {
    if (part->kind == Kind::kVarRef) {
      const auto it = values_.find(std::string(part->name()));
      varies |= part->name() == lane_name_ ||
                (it != values_.end() && it->second.form != Lanes::Form::kUniform);
      const Node* let = places_.LetOf(part->name());
      if (it == values_.end() && let != nullptr) varies |= Varies(let);
    }
    return !varies;
  });
  return varies;
}

std::string LaneBlock::VectorType(Type type, int width) const {
  if (type.IsComplex()) return VectorType(type.part(), 2 * width);
  return absl::StrCat("<", width, " x ", LlvmType(type), ">");
}

LaneBlock::Operand LaneBlock::Splat(Type type, const Operand& scalar) {
  const std::string vector = VectorType(type);
  const Operand one = w_.Define(
      absl::StrCat("insertelement ", vector, " undef, ", LlvmType(type), " ", scalar, ", i32 0"));
  return w_.Define(absl::StrCat("shufflevector ", vector, " ", one, ", ", vector, " undef, <",
                                width_, " x i32> zeroinitializer"));
}

LaneBlock::Operand LaneBlock::Vector(const Lanes& lanes) {
  switch (lanes.form) {
    case Lanes::Form::kVector:
      return lanes.value;
    case Lanes::Form::kUniform:
      return Splat(lanes.type, lanes.value);
    case Lanes::Form::kAffine:
      break;
  }
  const std::string type = VectorType(lanes.type), scalar = LlvmType(lanes.type);
  const std::string numbers = absl::StrCat(
      "<",
      absl::StrJoin(Counting(width_, 0, 1), ", ",
                    [&](std::string* out, int i) { absl::StrAppend(out, scalar, " ", i); }),
      ">");
  const Operand steps = Splat(lanes.type, lanes.step_value);
  const Operand offsets = w_.Define(absl::StrCat("mul nsw ", type, " ", steps, ", ", numbers));
  const Operand first = Splat(lanes.type, lanes.value);
  return w_.Define(absl::StrCat("add nsw ", type, " ", first, ", ", offsets));
}

LaneBlock::Lanes LaneBlock::Evaluate(const Node* node) {
  if (node->kind == Kind::kVarRef) {
    const auto it = values_.find(std::string(node->name()));
    if (it != values_.end()) return it->second;
  }
  if (node->kind == Kind::kLoad && Varies(node->arg(1))) return EvaluateLoad(node);
  const bool is_leaf = node->args.empty();
  if (is_leaf || node->kind == Kind::kLoad) {
    return {Lanes::Form::kUniform, node->type, w_.Value(node), {}, {}};
  }
  std::vector<Lanes> args;
  for (const Node* arg : node->args) args.push_back(Evaluate(arg));
  const bool is_uniform = std::all_of(
      args.begin(), args.end(), [](const Lanes& a) { return a.form == Lanes::Form::kUniform; });
  if (is_uniform) {
    std::vector<Operand> operands;
    for (const Lanes& arg : args) operands.push_back(arg.value);
    return {Lanes::Form::kUniform, node->type, w_.Apply(node, operands, 1), {}, {}};
  }
  if (node->kind == Kind::kBinary && node->type.IsInt() && !IsComparison(node->binary_op())) {
    return EvaluateInt(node, args[0], args[1]);
  }
  if (node->kind == Kind::kCast && args[0].form == Lanes::Form::kAffine && node->type.IsInt()) {
    Lanes result = args[0];
    result.type = node->type;
    result.value = w_.Apply(node, {args[0].value}, 1);
    if (!args[0].step) result.step_value = w_.Apply(node, {args[0].step_value}, 1);
    return result;
  }
  std::vector<Operand> operands;
  for (const Lanes& arg : args) operands.push_back(Vector(arg));
  return {Lanes::Form::kVector, node->type, w_.Apply(node, operands, width_), {}, {}};
}

LaneBlock::Lanes LaneBlock::EvaluateInt(const Node* node, const Lanes& a, const Lanes& b) {
  const bool has_vector = a.form == Lanes::Form::kVector || b.form == Lanes::Form::kVector;
  const BinaryOp op = node->binary_op();
  if (!has_vector) {
    if (op == BinaryOp::kAdd || op == BinaryOp::kSub) return Sum(a, b, op == BinaryOp::kSub);
    const auto literal = [](const Node* arg) {
      return arg->kind == Kind::kIntLit ? std::optional<int64_t>(arg->integer()) : std::nullopt;
    };
    if (op == BinaryOp::kMul && b.form == Lanes::Form::kUniform) {
      return Scaled(a, b, literal(node->arg(1)));
    }
    if (op == BinaryOp::kMul && a.form == Lanes::Form::kUniform) {
      return Scaled(b, a, literal(node->arg(0)));
    }
  }
  return {Lanes::Form::kVector, node->type, w_.Apply(node, {Vector(a), Vector(b)}, width_), {}, {}};
}

LaneBlock::Lanes LaneBlock::Sum(const Lanes& a, const Lanes& b, bool subtract) {
  const std::string type = LlvmType(a.type);
  const std::string op = subtract ? "sub nsw " : "add nsw ";
  Lanes result{Lanes::Form::kAffine, a.type, {}, {}, {}};
  result.value = w_.Define(absl::StrCat(op, type, " ", a.value, ", ", b.value));
  const auto step_of = [](const Lanes& x) {
    return x.form == Lanes::Form::kUniform ? std::optional<int64_t>(0) : x.step;
  };
  const std::optional<int64_t> left = step_of(a), right = step_of(b);
  if (left && right) {
    result.step = subtract ? *left - *right : *left + *right;
    result.step_value = absl::StrCat(*result.step);
  } else if (right == 0) {
    result.step_value = a.step_value;
  } else if (left == 0 && !subtract) {
    result.step_value = b.step_value;
  } else {
    const auto text = [&](const Lanes& x) {
      return x.form == Lanes::Form::kUniform ? Operand("0") : x.step_value;
    };
    result.step_value = w_.Define(absl::StrCat(op, type, " ", text(a), ", ", text(b)));
  }
  return result;
}

LaneBlock::Lanes LaneBlock::Scaled(const Lanes& a, const Lanes& factor,
                                   std::optional<int64_t> literal) {
  const std::string type = LlvmType(a.type);
  Lanes result{Lanes::Form::kAffine, a.type, {}, {}, {}};
  result.value = w_.Define(absl::StrCat("mul nsw ", type, " ", a.value, ", ", factor.value));
  if (a.step && literal) {
    result.step = *a.step * *literal;
    result.step_value = absl::StrCat(*result.step);
  } else if (a.step == 1) {
    result.step_value = factor.value;
  } else {
    result.step_value =
        w_.Define(absl::StrCat("mul nsw ", type, " ", a.step_value, ", ", factor.value));
  }
  return result;
}

// ---- places

LaneBlock::Rows LaneBlock::RowsOf(const Place& place, int64_t offset) {
  const Lanes index = Evaluate(place.index.node());
  FFT_CHECK(index.form != Lanes::Form::kVector);
  const Type element = place.pointer->type.element();
  Operand& base = bases_[place.key];
  if (base.empty()) {
    base = w_.Define(absl::StrCat("getelementptr ", LlvmType(element), ", ptr ",
                                  w_.Value(place.pointer), ", ", LlvmType(index.type), " ",
                                  index.value));
  }
  return {element,
          element,
          base,
          offset,
          index.type,
          index.step,
          index.step_value,
          MayLackLanes(place.pointer)};
}

// The rows in the order of memory, for rows that lie in the reverse order of their lanes.
LaneBlock::Rows LaneBlock::LastRow(Rows rows) const {
  rows.offset += *rows.step * (width_ - 1);
  return rows;
}

std::vector<LaneBlock::Operand> LaneBlock::Reversed(Type type, std::vector<Operand> vectors) {
  for (Operand& vector : vectors) {
    vector = Shuffle(type, vector, vector, width_, Counting(width_, width_ - 1, -1));
  }
  return vectors;
}

LaneBlock::Operand LaneBlock::Moved(Type element, const Operand& address, int64_t offset) {
  if (offset == 0) return address;
  return w_.Define(
      absl::StrCat("getelementptr ", LlvmType(element), ", ptr ", address, ", i64 ", offset));
}

LaneBlock::Operand LaneBlock::RowAddress(const Rows& rows, int lane) {
  const bool is_clamped = rows.may_lack_lanes && lane > 0;
  if (rows.step && !is_clamped) {
    return Moved(rows.element, rows.base, rows.offset + *rows.step * lane);
  }
  Operand row = rows.base;
  if (lane > 0) {
    const std::string type = LlvmType(rows.index_type);
    Operand number = is_clamped ? PresentLane(lane) : absl::StrCat(lane);
    if (is_clamped && type != "i32")
      number = w_.Define(absl::StrCat("sext i32 ", number, " to ", type));
    const Operand distance =
        w_.Define(absl::StrCat("mul nsw ", type, " ", rows.step_value, ", ", number));
    row = w_.Define(absl::StrCat("getelementptr ", LlvmType(rows.element), ", ptr ", row, ", ",
                                 type, " ", distance));
  }
  return Moved(rows.element, row, rows.offset);
}

// ---- missing lanes

bool LaneBlock::MayLackLanes(const Node* pointer) const {
  return !end_.empty() && pointer->type.space() == AddressSpace::kGlobal;
}

LaneBlock::Operand LaneBlock::Mask(const Node* pointer, const std::vector<int>& lanes) {
  if (!MayLackLanes(pointer)) return "";
  Operand& mask = masks_[lanes];
  if (mask.empty()) {
    const std::string numbers = absl::StrJoin(
        lanes, ", ", [](std::string* out, int i) { absl::StrAppend(out, "i32 ", i); });
    mask = w_.Define(absl::StrCat("icmp sgt ", VectorType(Type::Int32()), " ", lanes_left_, ", <",
                                  numbers, ">"));
  }
  return mask;
}

LaneBlock::Operand LaneBlock::AllOr(const Operand& mask) const {
  if (!mask.empty()) return mask;
  const std::vector<std::string> all(width_, "i1 true");
  return absl::StrCat("<", absl::StrJoin(all, ", "), ">");
}

LaneBlock::Operand LaneBlock::PresentLane(int lane) {
  Operand& present = present_[lane];
  if (present.empty()) {
    const Operand is_there = w_.Define(absl::StrCat("icmp sgt i32 ", left_, ", ", lane));
    const Operand last = w_.Define(absl::StrCat("add nsw i32 ", left_, ", -1"));
    present = w_.Define(absl::StrCat("select i1 ", is_there, ", i32 ", lane, ", i32 ", last));
  }
  return present;
}

}  // namespace fft::codegen
