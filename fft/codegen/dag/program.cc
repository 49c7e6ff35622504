#include "fft/codegen/dag/program.h"

#include <algorithm>
#include <utility>

#include "fft/base/status.h"

namespace fft::codegen {
namespace {

class Scheduler {
 public:
  Scheduler(const Graph& graph, int inputs, const std::vector<DagId>& outputs)
      : graph_(graph),
        outputs_(outputs),
        users_(static_cast<size_t>(graph.size())),
        is_output_(static_cast<size_t>(graph.size())),
        fused_(static_cast<size_t>(graph.size()), -1),
        value_(static_cast<size_t>(graph.size()), -1) {
    program_.inputs = inputs;
    FindUsers();
  }

  // Chooses the products that fuse with the additions that use them.
  void FuseProducts() {
    for (DagId id = 0; id < graph_.size(); ++id) {
      const auto& users = users_[id];
      if (graph_.node(id).op != DagOp::kMul || is_output_[id] || users.empty()) continue;
      if (!std::all_of(users.begin(), users.end(), [&](DagId user) { return CanFuse(id, user); })) {
        continue;
      }
      for (DagId user : users) fused_[user] = id;
    }
  }

  Program Run() {
    for (DagId id = 0; id < graph_.size(); ++id) {
      const bool is_needed = is_output_[id] || !users_[id].empty();
      if (is_needed && !IsFusedAway(id) && !IsFlipped(id)) Emit(id);
    }
    for (DagId output : outputs_) program_.outputs.push_back(value_[output]);
    return std::move(program_);
  }

 private:
  void FindUsers() {
    std::vector<bool> seen(static_cast<size_t>(graph_.size()));
    for (DagId output : outputs_) is_output_[output] = seen[output] = true;
    for (DagId id = graph_.size() - 1; id >= 0; --id) {
      if (!seen[id]) continue;
      const DagNode& node = graph_.node(id);
      for (DagId operand : {node.a, node.b}) {
        if (operand < 0) continue;
        seen[operand] = true;
        users_[operand].push_back(id);
      }
    }
  }

  bool CanFuse(DagId product, DagId user) const {
    const DagNode& node = graph_.node(user);
    const bool is_sum = node.op == DagOp::kAdd || node.op == DagOp::kSub;
    return is_sum && fused_[user] < 0 && node.a != node.b &&
           (node.a == product || node.b == product) && !IsFusedOperand(node);
  }
  // Whether both operands are products that are fused away. `node`, which is their user, can fuse
  // with only one of them.
  bool IsFusedOperand(const DagNode& node) const {
    return IsFusedAway(node.a) && IsFusedAway(node.b);
  }

  bool IsFusedAway(DagId id) const {
    const auto& users = users_[id];
    return graph_.node(id).op == DagOp::kMul && !is_output_[id] && !users.empty() &&
           std::all_of(users.begin(), users.end(), [&](DagId user) { return fused_[user] == id; });
  }

  // Whether only the negative of a difference or product is used. Its Neg then computes the
  // negative directly.
  bool IsFlipped(DagId id) const {
    const DagOp op = graph_.node(id).op;
    return (op == DagOp::kSub || op == DagOp::kMul) && !is_output_[id] && users_[id].size() == 1 &&
           graph_.node(users_[id][0]).op == DagOp::kNeg;
  }

  void Emit(DagId id) {
    const DagNode& node = graph_.node(id);
    switch (node.op) {
      case DagOp::kConst:
        return;
      case DagOp::kInput:
        value_[id] = node.input;
        return;
      case DagOp::kAdd:
      case DagOp::kSub:
        return EmitSum(id, node.a, node.b);
      case DagOp::kMul:
        return Append(id, {ProgramOp::kMul, Value(node.b), {}, graph_.node(node.a).value});
      case DagOp::kNeg:
        return EmitNeg(id, node.a);
    }
  }

  void EmitSum(DagId id, DagId a, DagId b) {
    const bool is_difference = graph_.node(id).op == DagOp::kSub;
    const DagId product = fused_[id];
    if (product < 0) {
      return Append(id, {is_difference ? ProgramOp::kSub : ProgramOp::kAdd, Value(a), Value(b)});
    }
    const DagNode& mul = graph_.node(product);
    const long double constant = graph_.node(mul.a).value;
    if (product == a) {  // c x +- b
      ProgramValue addend = Value(b);
      addend.negated = is_difference;
      return Append(id, {ProgramOp::kFma, Value(mul.b), addend, constant});
    }
    Append(id, {ProgramOp::kFma, Value(mul.b), Value(a), is_difference ? -constant : constant});
  }

  void EmitNeg(DagId id, DagId a) {
    const DagNode& operand = graph_.node(a);
    if (!IsFlipped(a)) return Append(id, {ProgramOp::kNeg, Value(a)});
    if (operand.op == DagOp::kMul) {
      return Append(id, {ProgramOp::kMul, Value(operand.b), {}, -graph_.node(operand.a).value});
    }
    const DagId product = fused_[a];
    if (product < 0) return Append(id, {ProgramOp::kSub, Value(operand.b), Value(operand.a)});
    const DagNode& mul = graph_.node(product);
    const long double constant = graph_.node(mul.a).value;
    if (product == operand.a) {  // -(c x - b)
      return Append(id, {ProgramOp::kFma, Value(mul.b), Value(operand.b), -constant});
    }
    ProgramValue addend = Value(operand.a);  // -(a - c x)
    addend.negated = true;
    Append(id, {ProgramOp::kFma, Value(mul.b), addend, constant});
  }

  ProgramValue Value(DagId id) const {
    FFT_CHECK(value_[id] >= 0);
    return {value_[id]};
  }

  void Append(DagId id, const Instruction& instruction) {
    value_[id] = program_.inputs + static_cast<int>(program_.code.size());
    program_.code.push_back(instruction);
  }

  const Graph& graph_;
  const std::vector<DagId>& outputs_;
  std::vector<std::vector<DagId>> users_;
  std::vector<bool> is_output_;
  std::vector<DagId> fused_;  // for a sum, the product that is fused into it
  std::vector<int> value_;    // for an emitted node, the index of its value
  Program program_;
};

}  // namespace

Program BuildProgram(const Graph& graph, int inputs, const std::vector<DagId>& outputs,
                     Fusion fusion) {
  Scheduler scheduler(graph, inputs, outputs);
  if (fusion == Fusion::kFma) scheduler.FuseProducts();
  return scheduler.Run();
}

std::vector<long double> Evaluate(const Program& program, const std::vector<long double>& inputs) {
  FFT_CHECK(static_cast<int>(inputs.size()) == program.inputs);
  std::vector<long double> values = inputs;
  const auto get = [&](ProgramValue v) { return v.negated ? -values[v.index] : values[v.index]; };
  for (const Instruction& i : program.code) {
    switch (i.op) {
      case ProgramOp::kAdd:
        values.push_back(get(i.a) + get(i.b));
        break;
      case ProgramOp::kSub:
        values.push_back(get(i.a) - get(i.b));
        break;
      case ProgramOp::kMul:
        values.push_back(i.constant * get(i.a));
        break;
      case ProgramOp::kFma:
        values.push_back(i.constant * get(i.a) + get(i.b));
        break;
      case ProgramOp::kNeg:
        values.push_back(-get(i.a));
        break;
    }
  }
  std::vector<long double> outputs;
  for (int index : program.outputs) outputs.push_back(values[index]);
  return outputs;
}

}  // namespace fft::codegen
