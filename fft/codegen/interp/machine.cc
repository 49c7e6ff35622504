#include "fft/codegen/interp/machine.h"

#include <algorithm>

#include "fft/codegen/interp/rounding.h"

namespace fft::codegen {

Machine::Machine(const Kernel& kernel, Bindings* bindings, const InterpOptions& options)
    : kernel_(kernel), bindings_(bindings), findings_(options.max_findings), options_(options) {
  const int threads = kernel.model == ExecutionModel::kHost ? 1 : kernel.workgroup_size;
  for (int t = 0; t < threads; ++t) all_lanes_.push_back(t);
  if (kernel.model == ExecutionModel::kHost) vector_width_ = VectorWidth(kernel);
  value_count_ = std::max(all_lanes_.size(), static_cast<size_t>(vector_width_));
  BindParameters();
}

void Machine::BindParameters() {
  const auto add = [this](std::string_view name, Type type) -> Slot& {
    slots_by_name_.emplace(name, static_cast<int>(slots_.size()));
    Slot& slot = slots_.emplace_back();
    slot.type = type;
    return slot;
  };
  for (const Param& param : kernel_.params) {
    Slot& slot = add(param.name, param.type);
    if (param.type.IsPointer()) {
      slot.pointee = bindings_->pointers.at(param.name);
      continue;
    }
    Resize(&slot.values, param.type);
    const auto& value = bindings_->scalars.at(param.name);
    for (int t : all_lanes_) {
      if (param.type.IsInt()) slot.values.ints[t] = std::get<int64_t>(value);
      if (param.type.IsReal()) {
        slot.values.re[t] = RoundTo(param.type.precision(), std::get<double>(value));
      }
    }
  }
  for (const SharedArray& array : kernel_.shared) {
    add(array.name, Type::Shared(array.element)).pointee = bindings_->pointers.at(array.name);
  }
}

int Machine::SlotOf(const Node* named) {
  const auto [it, is_new] = slots_by_node_.try_emplace(named, 0);
  if (!is_new) return it->second;
  const auto [by_name, is_new_name] =
      slots_by_name_.try_emplace(named->name(), static_cast<int>(slots_.size()));
  if (is_new_name) slots_.emplace_back();
  return it->second = by_name->second;
}

void Machine::Resize(LaneValues* values, Type type) const {
  const size_t count = value_count_;
  if (type.IsInt() || type.IsBool()) {
    values->ints.resize(count);
  } else {
    values->re.resize(count);
    if (type.IsComplex()) values->im.resize(count);
  }
}

LaneValues* Machine::Scratch(size_t depth, Type type) {
  while (scratch_.size() <= depth) scratch_.emplace_back();
  Resize(&scratch_[depth], type);
  return &scratch_[depth];
}

bool Machine::RunBlock(int32_t block, int32_t block_count) {
  block_ = block;
  block_count_ = block_count;
  first_epoch_ = ++epoch_;
  copies_.clear();
  ended_.clear();
  seen_.clear();
  awaited_.clear();
  return RunStatements(kernel_.body, all_lanes_);
}

bool Machine::RunStatements(const Node* block, const Lanes& all) {
  Lanes going;
  const Lanes* active = &all;
  size_t ended = ended_.size();
  for (const Node* statement : block->args) {
    if (ended_.size() != ended) {
      ended = ended_.size();
      going = Going(*active);
      active = &going;
      if (going.empty()) return true;
    }
    const Lanes& lanes = *active;
    statement_ = statement;
    findings_.report().steps += static_cast<int64_t>(lanes.size());
    if (findings_.report().steps > options_.max_steps) return false;
    if (!RunStatement(statement, lanes)) return false;
  }
  return true;
}

bool Machine::RunStatement(const Node* node, const Lanes& lanes) {
  switch (node->kind) {
    case Kind::kBlock:
      return RunStatements(node, lanes);
    case Kind::kLet: {
      const LaneValues& value = Evaluate(node->arg(0), lanes, 0);
      Slot& slot = slots_[SlotOf(node)];
      slot.assigned.clear();
      Assign(&slot, node->arg(0)->type, value, lanes);
      return true;
    }
    case Kind::kDeclVar:
      slots_[SlotOf(node)].assigned.assign(value_count_, 0);
      return true;
    case Kind::kAssign: {
      const LaneValues& value = Evaluate(node->arg(1), lanes, 0);
      Assign(&slots_[SlotOf(node->arg(0))], node->arg(0)->type, value, lanes);
      return true;
    }
    case Kind::kStore:
    case Kind::kCallStore:
      RunStore(node, lanes);
      return true;
    case Kind::kCopyAsync:
      RunCopy(node, lanes);
      return true;
    case Kind::kAwaitCopies:
      RunAwait(lanes);
      return true;
    case Kind::kIf:
      return RunIf(node, lanes);
    case Kind::kFor:
      return RunFor(node, lanes);
    case Kind::kBarrier:
      RunBarrier(node, lanes);
      return true;
    case Kind::kExit:
      RunExit(lanes);
      return true;
    case Kind::kSignal:
      RunSignal(node, lanes);
      return true;
    case Kind::kAwaitSignals:
      RunAwaitSignals(node, lanes);
      return true;
    default:
      return true;  // a comment or a prefetch
  }
}

void Machine::Assign(Slot* slot, Type type, const LaneValues& values, const Lanes& lanes) {
  slot->type = type;
  Resize(&slot->values, type);
  for (int t : lanes) {
    if (type.IsInt() || type.IsBool()) {
      slot->values.ints[t] = values.ints[t];
      continue;
    }
    slot->values.re[t] = values.re[t];
    if (type.IsComplex()) slot->values.im[t] = values.im[t];
  }
  if (slot->assigned.empty()) return;
  for (int t : lanes) slot->assigned[t] = 1;
}

bool Machine::RunIf(const Node* node, const Lanes& lanes) {
  const LaneValues& condition = Evaluate(node->arg(0), lanes, 0);
  Lanes taken;
  for (int t : lanes) {
    if (condition.ints[t] != 0) taken.push_back(t);
  }
  Sides& sides = sides_[node];
  sides.holds = sides.holds || !taken.empty();
  sides.fails = sides.fails || taken.size() < lanes.size();
  return taken.empty() || RunStatements(node->arg(1), taken);
}

bool Machine::RunFor(const Node* node, const Lanes& lanes) {
  if (lanes.size() == 1 && HasVectorForm(node, vector_width_)) return RunLaneLoop(node);
  const Type type = node->arg(0)->type;
  Slot& slot = slots_[SlotOf(node)];
  slot.assigned.clear();
  Assign(&slot, type, Evaluate(node->arg(0), lanes, 0), lanes);
  // The loop's bounds are evaluated once, before the first iteration.
  const LaneValues end = Evaluate(node->arg(1), lanes, 0);
  const LaneValues step = Evaluate(node->arg(2), lanes, 0);
  Lanes running = lanes;
  while (true) {
    std::erase_if(running, [&](int t) { return slot.values.ints[t] >= end.ints[t]; });
    if (running.empty()) return true;
    sides_[node].holds = true;
    if (!RunStatements(node->arg(3), running)) return false;
    statement_ = node;
    if (!ended_.empty()) running = Going(running);
    for (int t : running) {
      if (step.ints[t] <= 0) {
        findings_.Add(FindingKind::kArithmetic, By(t), node, [] { return "step is not positive"; });
        return false;
      }
      slot.values.ints[t] += step.ints[t];
    }
  }
}

bool Machine::RunLaneLoop(const Node* node) {
  const int64_t count = Evaluate(node->arg(1), all_lanes_, 0).ints[0];
  if (count < 1) return true;
  sides_[node].holds = true;
  // All lanes begin with the one value that each variable has before the loop.
  for (Slot& slot : slots_) {
    for (auto* values : {&slot.values.re, &slot.values.im}) {
      if (!values->empty()) std::fill(values->begin(), values->end(), values->front());
    }
    std::vector<int64_t>& ints = slot.values.ints;
    if (!ints.empty()) std::fill(ints.begin(), ints.end(), ints.front());
    if (!slot.assigned.empty()) {
      std::fill(slot.assigned.begin(), slot.assigned.end(), slot.assigned.front());
    }
  }
  if (node->arg(1)->kind == Kind::kIntLit) {
    const bool is_repeatable = IsRepeatable(node->arg(3), kernel_);
    for (const LaneRun& run : RunsOfLanes(count, vector_width_, is_repeatable)) {
      if (!RunVectors(node, run)) return false;
    }
    return true;
  }
  int64_t first = 0;
  if (TileOfLanes(node, vector_width_) > 0) {
    first = count / vector_width_ * vector_width_;
    if (!RunVectors(node, {0, first, vector_width_, false})) return false;
    const int rest = static_cast<int>(count - first);
    return rest == 0 || RunVectors(node, {first, count, rest, false});
  }
  for (const int width : TailWidths(vector_width_)) {
    const int64_t end = count / width * width;
    if (!RunVectors(node, {first, end, width, false})) return false;
    first = end;
  }
  return true;
}

// Runs lanes in vectors. The lanes of one vector are like threads without a barrier between them:
// no lane may access an element that another lane stores. Vectors follow each other.
bool Machine::RunVectors(const Node* node, const LaneRun& run) {
  Lanes lanes;
  for (int t = 0; t < run.width; ++t) lanes.push_back(t);
  Slot& slot = slots_[SlotOf(node)];
  slot.assigned.clear();
  slot.type = node->arg(0)->type;
  Resize(&slot.values, slot.type);
  for (int64_t first = run.first; first < run.end; first += run.width) {
    const int64_t from = run.repeats ? std::min(first, run.end - run.width) : first;
    for (int t : lanes) slot.values.ints[t] = from + t;
    ++epoch_;
    if (!RunStatements(node->arg(3), lanes)) return false;
  }
  ++epoch_;
  return true;
}

void Machine::RunStore(const Node* node, const Lanes& lanes) {
  const Node* pointer = node->arg(0);
  const LaneValues& index = Evaluate(node->arg(1), lanes, 0);
  const LaneValues& value = Evaluate(node->arg(2), lanes, 1);
  const Pointee& pointee = slots_[SlotOf(pointer)].pointee;
  for (int t : lanes) {
    const int64_t i = index.ints[t];
    if (!Access(pointer, i, t, /*is_write=*/true)) continue;
    if (pointee.element.IsInt()) {
      *pointee.Ints(i) = value.ints[t];
      continue;
    }
    const bool is_complex = pointee.element.IsComplex();
    std::complex<double> stored(value.re[t], is_complex ? value.im[t] : 0);
    if (node->kind == Kind::kCallStore && options_.store_callback) {
      stored = options_.store_callback(stored, i);
    }
    const Precision precision = pointee.element.precision();
    pointee.Reals(i)[0] = RoundTo(precision, stored.real());
    if (is_complex) pointee.Reals(i)[1] = RoundTo(precision, stored.imag());
  }
}

// The element is written at once, but no thread may read it before the copying thread has awaited
// the copy.
void Machine::RunCopy(const Node* node, const Lanes& lanes) {
  const LaneValues& to = Evaluate(node->arg(1), lanes, 0);
  const LaneValues& from = Evaluate(node->arg(3), lanes, 1);
  const Pointee& target = slots_[SlotOf(node->arg(0))].pointee;
  const Pointee& source = slots_[SlotOf(node->arg(2))].pointee;
  for (int t : lanes) {
    if (!Access(node->arg(2), from.ints[t], t, /*is_write=*/false)) continue;
    if (!Access(node->arg(0), to.ints[t], t, /*is_write=*/true)) continue;
    const int64_t first = target.WordOf(to.ints[t]), words = target.words_per_element();
    for (int64_t word = 0; word < words; ++word) {
      target.Reals(to.ints[t])[word] = source.Reals(from.ints[t])[word];
      copies_[{target.memory, first + word}] = {node->arg(0), to.ints[t], t};
    }
  }
}

// Other threads see the copied elements after the next barrier, as if this thread wrote them now.
void Machine::RunAwait(const Lanes& lanes) {
  const std::set<int> waiting(lanes.begin(), lanes.end());
  std::vector<Copy> arrived;
  std::erase_if(copies_, [&](const auto& entry) {
    if (waiting.count(entry.second.thread) == 0) return false;
    arrived.push_back(entry.second);
    return true;
  });
  for (const Copy& copy : arrived) Access(copy.to, copy.index, copy.thread, /*is_write=*/true);
}

void Machine::CheckArrived(const Node* pointer, int64_t index, int64_t word, int thread) {
  if (copies_.empty()) return;
  const Pointee& pointee = slots_[SlotOf(pointer)].pointee;
  if (copies_.count({pointee.memory, word}) == 0) return;
  findings_.Add(FindingKind::kSharedRace, By(thread), statement_, [&] {
    return std::string(pointer->name()) + "[" + std::to_string(index) +
           "] is being copied and was not awaited";
  });
}

void Machine::RunBarrier(const Node* node, const Lanes& lanes) {
  ++epoch_;
  awaited_.insert(seen_.begin(), seen_.end());
  if (lanes.size() + ended_.size() == all_lanes_.size()) return;
  // A barrier is for groups of `together` threads. Each thread that arrives awaits all threads of
  // its group.
  const int together = node->integer() == 0 ? static_cast<int>(all_lanes_.size())
                                            : static_cast<int>(node->integer());
  std::set<int> missing;
  for (int lane : lanes) {
    const int first = lane / together * together;
    for (int t = first; t < first + together; ++t) missing.insert(t);
  }
  for (int lane : lanes) missing.erase(lane);
  for (int lane : ended_) missing.erase(lane);
  if (missing.empty()) return;
  findings_.Add(FindingKind::kDivergentBarrier, By(*missing.begin()), statement_, [&] {
    return std::to_string(missing.size()) + " threads do not reach the barrier";
  });
}

void Machine::RunExit(const Lanes& lanes) { ended_.insert(lanes.begin(), lanes.end()); }

Machine::Lanes Machine::Going(const Lanes& lanes) const {
  Lanes going;
  for (int t : lanes) {
    if (ended_.count(t) == 0) going.push_back(t);
  }
  return going;
}

int64_t* Machine::CounterAt(const Node* node, int64_t index, int thread) {
  const Pointee& pointee = slots_[SlotOf(node->arg(0))].pointee;
  if (pointee.Holds(index)) return pointee.Ints(index);
  findings_.Add(FindingKind::kGlobalOutOfBounds, By(thread), statement_, [&] {
    return "signal " + std::to_string(index) + " of " + std::to_string(pointee.count);
  });
  return nullptr;
}

void Machine::RunSignal(const Node* node, const Lanes& lanes) {
  const LaneValues& index = Evaluate(node->arg(1), lanes, 0);
  for (int t : lanes) {
    int64_t* const counter = CounterAt(node, index.ints[t], t);
    if (counter == nullptr) continue;
    ++*counter;
    signals_[counter].insert(block_);
  }
}

// Workgroups run one after the other, so a signal that is missing at this point is never given.
void Machine::RunAwaitSignals(const Node* node, const Lanes& lanes) {
  const LaneValues& index = Evaluate(node->arg(1), lanes, 0);
  const LaneValues& count = Evaluate(node->arg(2), lanes, 1);
  for (int t : lanes) {
    const int64_t* const counter = CounterAt(node, index.ints[t], t);
    if (counter == nullptr) continue;
    if (*counter < count.ints[t]) {
      findings_.Add(FindingKind::kMissingSignal, By(t), statement_, [&] {
        return std::to_string(*counter) + " of " + std::to_string(count.ints[t]) +
               " signals come from workgroups before this one";
      });
    }
    const std::set<int32_t>& from = signals_[counter];
    seen_.insert(from.begin(), from.end());
  }
}

bool Machine::Access(const Node* pointer, int64_t index, int thread, bool is_write) {
  const Pointee& pointee = slots_[SlotOf(pointer)].pointee;
  const Accessor by = By(thread);
  if (!pointee.Holds(index)) {
    const FindingKind kind =
        pointee.is_shared ? FindingKind::kSharedOutOfBounds : FindingKind::kGlobalOutOfBounds;
    findings_.Add(kind, by, statement_, [&] {
      return std::string(pointer->name()) + "[" + std::to_string(index) + "] of " +
             std::to_string(pointee.count) + " elements";
    });
    return false;
  }
  const int64_t first = pointee.WordOf(index);
  for (int64_t word = first; word < first + pointee.words_per_element(); ++word) {
    WordHistory& history = pointee.memory->history[static_cast<size_t>(word)];
    if (!is_write && pointee.is_shared && !history.WrittenSince(first_epoch_)) {
      findings_.Add(FindingKind::kUninitializedShared, by, statement_, [&] {
        return std::string(pointer->name()) + "[" + std::to_string(index) + "] was not written";
      });
    }
    if (pointee.is_shared) CheckArrived(pointer, index, word, thread);
    const std::set<int32_t>* const awaited = pointee.is_shared ? nullptr : &awaited_;
    const std::optional<Conflict> conflict =
        is_write ? history.Write(by, awaited) : history.Read(by, awaited);
    if (conflict) ReportRace(pointer, by, index, *conflict);
  }
  return true;
}

void Machine::ReportRace(const Node* pointer, const Accessor& by, int64_t index,
                         const Conflict& conflict) {
  const bool is_shared = slots_[SlotOf(pointer)].pointee.is_shared;
  findings_.Add(is_shared ? FindingKind::kSharedRace : FindingKind::kGlobalRace, by, statement_,
                [&] {
                  return std::string(pointer->name()) + "[" + std::to_string(index) + "] was " +
                         (conflict.other_wrote ? "written" : "read") + " by workgroup " +
                         std::to_string(conflict.other.block) + " thread " +
                         std::to_string(conflict.other.thread) + " without a barrier between";
                });
}

}  // namespace fft::codegen
