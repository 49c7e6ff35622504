#include "fft/rtc/host/ir_steps.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "fft/base/half.h"

namespace fft::rtc {
namespace {

template <typename T>
T* At(char* frame, uint32_t place) {
  return reinterpret_cast<T*>(frame + place);
}

// The function of `Kind::Run<lanes>`, with a loop of known length for the usual numbers of lanes.
template <typename Kind>
Step::Function ForLanes(int lanes) {
  switch (lanes) {
    case 1:
      return &Kind::template Run<1>;
    case 2:
      return &Kind::template Run<2>;
    case 4:
      return &Kind::template Run<4>;
    case 8:
      return &Kind::template Run<8>;
    case 16:
      return &Kind::template Run<16>;
    case 32:
      return &Kind::template Run<32>;
    default:
      return &Kind::template Run<0>;
  }
}

template <int kLanes>
int LanesOf(const Step* step) {
  return kLanes > 0 ? kLanes : step->lanes;
}

// A step that applies F to the operands lane by lane.
template <typename F, typename R, typename... A>
struct Map {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    return RunWith<kLanes>(step, frame, std::index_sequence_for<A...>());
  }

 private:
  template <int kLanes, size_t... i>
  static const Step* RunWith(const Step* step, char* frame, std::index_sequence<i...>) {
    R* __restrict__ const out = At<R>(frame, step->out);
    const std::tuple<const A*...> in = {At<const A>(frame, step->in[i])...};
    const int lanes = LanesOf<kLanes>(step);
    for (int lane = 0; lane < lanes; ++lane) out[lane] = F()(std::get<i>(in)[lane]...);
    return step + 1;
  }
};

template <typename T>
auto Signed(T value) {
  return static_cast<std::make_signed_t<T>>(value);
}

// Integers are unsigned in the frame, so that no sum overflows.
struct Add {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Sub {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};
struct Mul {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a * b);
  }
};
struct Div {
  template <typename T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct Mod {
  template <typename T>
  T operator()(T a, T b) const {
    return a % b;
  }
};
struct Shl {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(a << b);
  }
};
struct Shr {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(Signed(a) >> b);
  }
};
struct And {
  template <typename T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct Or {
  template <typename T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct Xor {
  template <typename T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};
struct Negate {
  template <typename T>
  T operator()(T a) const {
    return -a;
  }
};
struct Sqrt {
  template <typename T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
// Rounds twice, since a call into the mathematics library would cost more than the step.
struct MultiplyAdd {
  template <typename T>
  T operator()(T a, T b, T c) const {
    return a * b + c;
  }
};
struct Equal {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    return a == b;
  }
};
struct Unequal {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    return a != b;
  }
};
struct Less {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return Signed(a) < Signed(b);
    return a < b;
  }
};
struct LessOrEqual {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return Signed(a) <= Signed(b);
    return a <= b;
  }
};
struct Greater {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    return Less()(b, a);
  }
};
struct GreaterOrEqual {
  template <typename T>
  uint8_t operator()(T a, T b) const {
    return LessOrEqual()(b, a);
  }
};
// The value of another type; integers keep their sign.
template <typename R>
struct Convert {
  template <typename A>
  R operator()(A a) const {
    if constexpr (std::is_integral_v<A>) return static_cast<R>(Signed(a));
    return static_cast<R>(a);
  }
};
struct ZeroExtend {
  template <typename A>
  uint64_t operator()(A a) const {
    return a;
  }
};
struct FromHalf {
  float operator()(Half a) const { return HalfToFloat(a); }
};
struct ToHalf {
  Half operator()(float a) const { return FloatToHalf(a); }
};

template <typename F>
Step::Function OfInts(IrType type) {
  switch (type.element) {
    case IrElement::kBit:
    case IrElement::kByte:
      return ForLanes<Map<F, uint8_t, uint8_t, uint8_t>>(type.count());
    case IrElement::kInt32:
      return ForLanes<Map<F, uint32_t, uint32_t, uint32_t>>(type.count());
    case IrElement::kInt64:
      return ForLanes<Map<F, uint64_t, uint64_t, uint64_t>>(type.count());
    default:
      return nullptr;
  }
}

template <typename F, size_t kOperands>
Step::Function OfReals(IrType type) {
  const auto of = [&](auto number) -> Step::Function {
    using T = decltype(number);
    if constexpr (kOperands == 1) {
      return ForLanes<Map<F, T, T>>(type.count());
    } else if constexpr (kOperands == 2) {
      return ForLanes<Map<F, T, T, T>>(type.count());
    } else {
      return ForLanes<Map<F, T, T, T, T>>(type.count());
    }
  };
  if (type.element == IrElement::kFloat) return of(float());
  if (type.element == IrElement::kDouble) return of(double());
  return nullptr;
}

template <typename F>
Step::Function Comparison(IrType type) {
  const auto of = [&](auto number) -> Step::Function {
    using T = decltype(number);
    return ForLanes<Map<F, uint8_t, T, T>>(type.count());
  };
  switch (type.element) {
    case IrElement::kBit:
    case IrElement::kByte:
      return of(uint8_t());
    case IrElement::kInt32:
      return of(uint32_t());
    case IrElement::kInt64:
      return of(uint64_t());
    case IrElement::kFloat:
      return of(float());
    case IrElement::kDouble:
      return of(double());
    default:
      return nullptr;
  }
}

// Gives the function of `Kind<T>` for the unsigned integer T of an element's size.
template <template <typename> typename Kind>
Step::Function OfSize(IrType type) {
  switch (BytesOf(type.element)) {
    case 1:
      return ForLanes<Kind<uint8_t>>(type.count());
    case 2:
      return ForLanes<Kind<uint16_t>>(type.count());
    case 4:
      return ForLanes<Kind<uint32_t>>(type.count());
    default:
      return ForLanes<Kind<uint64_t>>(type.count());
  }
}

struct Choose {
  template <typename T>
  T operator()(uint8_t is_first, T a, T b) const {
    return is_first != 0 ? a : b;
  }
};
template <typename T>
using SelectOfLanes = Map<Choose, T, uint8_t, T, T>;

template <typename T>
struct SelectOfAll {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    const uint32_t from = *At<uint8_t>(frame, step->in[0]) != 0 ? step->in[1] : step->in[2];
    std::memcpy(frame + step->out, frame + from, sizeof(T) * LanesOf<kLanes>(step));
    return step + 1;
  }
};

template <typename Index>
struct Address {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    const auto base = *At<uint64_t>(frame, step->in[0]);
    const Index* const index = At<Index>(frame, step->in[1]);
    uint64_t* const out = At<uint64_t>(frame, step->out);
    const int lanes = LanesOf<kLanes>(step);
    for (int lane = 0; lane < lanes; ++lane) {
      out[lane] = base + static_cast<uint64_t>(int64_t{index[lane]} * step->number);
    }
    return step + 1;
  }
};

// Arrays may be aligned to less than their elements' size.
template <typename T>
T LoadFrom(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T, bool kHasPointers>
struct LoadLanes {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    const char* const* const from = At<const char*>(frame, step->in[0]);
    const uint8_t* const mask = At<uint8_t>(frame, step->in[1]);
    const T* const rest = At<T>(frame, step->in[2]);
    T* const out = At<T>(frame, step->out);
    for (int lane = 0; lane < LanesOf<kLanes>(step); ++lane) {
      const char* const at = kHasPointers ? from[lane] : from[0] + lane * sizeof(T);
      out[lane] = mask[lane] != 0 ? LoadFrom<T>(at) : rest[lane];
    }
    return step + 1;
  }
};
template <typename T>
using LoadRow = LoadLanes<T, false>;
template <typename T>
using LoadScattered = LoadLanes<T, true>;

template <typename T, bool kHasPointers>
struct StoreLanes {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    const T* const value = At<T>(frame, step->in[0]);
    char* const* const to = At<char*>(frame, step->in[1]);
    const uint8_t* const mask = At<uint8_t>(frame, step->in[2]);
    for (int lane = 0; lane < LanesOf<kLanes>(step); ++lane) {
      if (mask[lane] == 0) continue;
      std::memcpy(kHasPointers ? to[lane] : to[0] + lane * sizeof(T), &value[lane], sizeof(T));
    }
    return step + 1;
  }
};
template <typename T>
using StoreRow = StoreLanes<T, false>;
template <typename T>
using StoreScattered = StoreLanes<T, true>;

template <typename T>
struct Insert {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    T* const out = At<T>(frame, step->out);
    std::memcpy(out, frame + step->in[0], sizeof(T) * LanesOf<kLanes>(step));
    out[step->number] = *At<T>(frame, step->in[1]);
    return step + 1;
  }
};

template <typename T>
struct Extract {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    *At<T>(frame, step->out) = At<T>(frame, step->in[0])[step->number];
    return step + 1;
  }
};

template <typename T>
struct Shuffle {
  template <int kLanes>
  static const Step* Run(const Step* step, char* frame) {
    const T* const a = At<T>(frame, step->in[0]);
    const T* const b = At<T>(frame, step->in[1]) - step->number;
    const int32_t* const lanes_from = At<int32_t>(frame, step->in[2]);
    T* const out = At<T>(frame, step->out);
    for (int lane = 0; lane < LanesOf<kLanes>(step); ++lane) {
      const int from = lanes_from[lane];
      out[lane] = (from < step->number ? a : b)[from];
    }
    return step + 1;
  }
};

const Step* Copy(const Step* step, char* frame) {
  std::memcpy(frame + step->out, frame + step->in[0], static_cast<size_t>(step->number));
  return step + 1;
}

const Step* Load(const Step* step, char* frame) {
  const char* const from = *At<const char*>(frame, step->in[0]);
  std::memcpy(frame + step->out, from, static_cast<size_t>(step->number));
  return step + 1;
}

const Step* Store(const Step* step, char* frame) {
  char* const to = *At<char*>(frame, step->in[1]);
  std::memcpy(to, frame + step->in[0], static_cast<size_t>(step->number));
  return step + 1;
}

const Step* FrameAddress(const Step* step, char* frame) {
  *At<char*>(frame, step->out) = frame + step->number;
  return step + 1;
}

const Step* Jump(const Step* step, char*) { return step + step->number; }

const Step* Branch(const Step* step, char* frame) {
  return step + (*At<uint8_t>(frame, step->in[0]) != 0 ? step->number : step->other);
}

const Step* Return(const Step*, char*) { return nullptr; }

}  // namespace

int BytesOf(IrElement element) {
  switch (element) {
    case IrElement::kBit:
    case IrElement::kByte:
      return 1;
    case IrElement::kHalf:
      return 2;
    case IrElement::kInt32:
    case IrElement::kFloat:
      return 4;
    case IrElement::kInt64:
    case IrElement::kDouble:
    case IrElement::kPointer:
      return 8;
  }
  return 8;
}

Step::Function ArithmeticStep(absl::string_view name, IrType type) {
  static constexpr struct {
    absl::string_view name;
    Step::Function (*of)(IrType type);
  } kRows[] = {
      {"add", OfInts<Add>},
      {"sub", OfInts<Sub>},
      {"mul", OfInts<Mul>},
      {"udiv", OfInts<Div>},
      {"urem", OfInts<Mod>},
      {"shl", OfInts<Shl>},
      {"ashr", OfInts<Shr>},
      {"and", OfInts<And>},
      {"or", OfInts<Or>},
      {"xor", OfInts<Xor>},
      {"fadd", OfReals<Add, 2>},
      {"fsub", OfReals<Sub, 2>},
      {"fmul", OfReals<Mul, 2>},
      {"fdiv", OfReals<Div, 2>},
      {"fneg", OfReals<Negate, 1>},
      {"sqrt", OfReals<Sqrt, 1>},
      {"fmuladd", OfReals<MultiplyAdd, 3>},
  };
  for (const auto& row : kRows) {
    if (row.name == name) return row.of(type);
  }
  return nullptr;
}

Step::Function ComparisonStep(absl::string_view predicate, IrType type) {
  static constexpr struct {
    absl::string_view of_ints, of_reals;
    Step::Function (*of)(IrType type);
  } kRows[] = {
      {"eq", "oeq", Comparison<Equal>},    {"ne", "une", Comparison<Unequal>},
      {"slt", "olt", Comparison<Less>},    {"sle", "ole", Comparison<LessOrEqual>},
      {"sgt", "ogt", Comparison<Greater>}, {"sge", "oge", Comparison<GreaterOrEqual>},
  };
  const bool is_real = type.element == IrElement::kFloat || type.element == IrElement::kDouble;
  for (const auto& row : kRows) {
    if ((is_real ? row.of_reals : row.of_ints) == predicate) return row.of(type);
  }
  return nullptr;
}

Step::Function ConversionStep(absl::string_view name, IrType from, IrType to) {
  using enum IrElement;
  static constexpr struct {
    absl::string_view name;
    IrElement from, to;
    Step::Function (*of)(int lanes);
  } kRows[] = {
      {"sext", kInt32, kInt64, ForLanes<Map<Convert<uint64_t>, uint64_t, uint32_t>>},
      {"zext", kInt32, kInt64, ForLanes<Map<ZeroExtend, uint64_t, uint32_t>>},
      {"trunc", kInt64, kInt32, ForLanes<Map<Convert<uint32_t>, uint32_t, uint64_t>>},
      {"sitofp", kInt32, kFloat, ForLanes<Map<Convert<float>, float, uint32_t>>},
      {"sitofp", kInt32, kDouble, ForLanes<Map<Convert<double>, double, uint32_t>>},
      {"sitofp", kInt64, kFloat, ForLanes<Map<Convert<float>, float, uint64_t>>},
      {"sitofp", kInt64, kDouble, ForLanes<Map<Convert<double>, double, uint64_t>>},
      {"fpext", kFloat, kDouble, ForLanes<Map<Convert<double>, double, float>>},
      {"fptrunc", kDouble, kFloat, ForLanes<Map<Convert<float>, float, double>>},
      {"fpext", kHalf, kFloat, ForLanes<Map<FromHalf, float, Half>>},
      {"fptrunc", kFloat, kHalf, ForLanes<Map<ToHalf, Half, float>>},
  };
  if (from.lanes != to.lanes) return nullptr;
  for (const auto& row : kRows) {
    if (row.name == name && row.from == from.element && row.to == to.element) {
      return row.of(to.count());
    }
  }
  return nullptr;
}

Step::Function SelectStep(IrType type, bool has_lanes) {
  return has_lanes ? OfSize<SelectOfLanes>(type) : OfSize<SelectOfAll>(type);
}

Step::Function AddressStep(IrType index) {
  if (index.element == IrElement::kInt32) return ForLanes<Address<int32_t>>(index.count());
  if (index.element == IrElement::kInt64) return ForLanes<Address<int64_t>>(index.count());
  return nullptr;
}

Step::Function MaskedLoadStep(IrType type) { return OfSize<LoadRow>(type); }
Step::Function GatherStep(IrType type) { return OfSize<LoadScattered>(type); }
Step::Function MaskedStoreStep(IrType type) { return OfSize<StoreRow>(type); }
Step::Function ScatterStep(IrType type) { return OfSize<StoreScattered>(type); }
Step::Function InsertStep(IrType type) { return OfSize<Insert>(type); }
Step::Function ExtractStep(IrType type) { return OfSize<Extract>(type); }
Step::Function ShuffleStep(IrType type) { return OfSize<Shuffle>(type); }

const Step::Function kCopyStep = Copy;
const Step::Function kLoadStep = Load;
const Step::Function kStoreStep = Store;
const Step::Function kFrameAddressStep = FrameAddress;
const Step::Function kJumpStep = Jump;
const Step::Function kBranchStep = Branch;
const Step::Function kReturnStep = Return;

}  // namespace fft::rtc
