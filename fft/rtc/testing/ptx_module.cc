#include "fft/rtc/testing/ptx_module.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

struct TypeName {
  const char* name;
  PtxType type;
  bool is_signed;
};
constexpr TypeName kTypes[] = {
    {"pred", PtxType::kPred, false}, {"b16", PtxType::kB16, false}, {"f16", PtxType::kB16, false},
    {"bf16", PtxType::kB16, false},  {"u16", PtxType::kB16, false}, {"b32", PtxType::kB32, false},
    {"u32", PtxType::kB32, false},   {"s32", PtxType::kB32, true},  {"b64", PtxType::kB64, false},
    {"u64", PtxType::kB64, false},   {"s64", PtxType::kB64, true},  {"f32", PtxType::kF32, false},
    {"f64", PtxType::kF64, false},
};

const TypeName* FindType(absl::string_view name) {
  for (const TypeName& type : kTypes) {
    if (name == type.name) return &type;
  }
  return nullptr;
}

const std::map<std::string, PtxComparison>& Comparisons() {
  static const auto* const kComparisons = new std::map<std::string, PtxComparison>{
      {"lt", PtxComparison::kLt}, {"le", PtxComparison::kLe}, {"gt", PtxComparison::kGt},
      {"ge", PtxComparison::kGe}, {"eq", PtxComparison::kEq}, {"ne", PtxComparison::kNe},
      {"neu", PtxComparison::kNe}};
  return *kComparisons;
}

// The name of an instruction that names one type, which all its operands have.
struct PlainName {
  const char* name;
  PtxOp op;
  int operands;       // the number of operands, with the result
  const char* types;  // the types that the instruction takes
};
constexpr PlainName kPlain[] = {
    {"mov", PtxOp::kMov, 2, "pred b16 b32 u32 b64 f32 f64"},
    {"add", PtxOp::kAdd, 3, "s32 s64 f32 f64"},
    {"sub", PtxOp::kSub, 3, "s32 s64 f32 f64"},
    {"neg", PtxOp::kNeg, 2, "s32 s64 f32 f64"},
    {"sqrt.rn", PtxOp::kSqrt, 2, "f32 f64"},
    {"mul", PtxOp::kMul, 3, "f32 f64"},
    {"mul.lo", PtxOp::kMul, 3, "s32 s64"},
    {"mul.hi", PtxOp::kMulHi, 3, "u32 u64"},
    {"fma.rn", PtxOp::kFma, 4, "f32 f64"},
    {"div", PtxOp::kDiv, 3, "u32 u64"},
    {"div.rn", PtxOp::kDiv, 3, "f32 f64"},
    {"min", PtxOp::kMin, 3, "s32 s64 f32 f64"},
    {"shl", PtxOp::kShl, 3, "b32 b64"},
    {"shr", PtxOp::kShr, 3, "u32 u64"},
    {"and", PtxOp::kAnd, 3, "b32 b64 pred"},
    {"or", PtxOp::kOr, 3, "b32 b64 pred"},
    {"xor", PtxOp::kXor, 3, "b32 b64 pred"},
    {"not", PtxOp::kNot, 2, "pred"},
    {"selp", PtxOp::kSelect, 4, "b16 b32 b64 f32 f64"},
};

absl::string_view Strip(absl::string_view text) { return absl::StripAsciiWhitespace(text); }

// Splits operands at commas that stand in no bracket.
std::vector<std::string> SplitOperands(absl::string_view text) {
  std::vector<std::string> operands;
  std::string current;
  int depth = 0;
  for (const char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == ',' && depth == 0) {
      operands.emplace_back(Strip(current));
      current.clear();
    } else {
      current += c;
    }
  }
  if (!Strip(current).empty()) operands.emplace_back(Strip(current));
  return operands;
}

class Parser {
 public:
  absl::StatusOr<PtxModule> Parse(absl::string_view text) {
    std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
    for (size_t i = 0; i < lines.size(); ++i) {
      line_ = static_cast<int>(i) + 1;
      const absl::string_view line = Strip(lines[i]);
      if (line.empty() || absl::StartsWith(line, "//")) continue;
      const absl::Status status = Line(line);
      if (!status.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("line ", line_, ": ", status.message(), ": ", line));
      }
    }
    for (const auto& [at, label] : branches_) {
      const auto found = labels_.find(label);
      if (found == labels_.end()) return absl::InvalidArgumentError("no label " + label);
      module_.code[at].target = found->second;
    }
    if (module_.kernel_name.empty()) return absl::InvalidArgumentError("no kernel");
    if (depth_ != 0) return absl::InvalidArgumentError("braces do not match");
    if (module_.max_threads < 1) return absl::InvalidArgumentError("no .maxntid");
    if (module_.code.empty() || module_.code.back().op != PtxOp::kReturn) {
      return absl::InvalidArgumentError("no ret at the end");
    }
    return std::move(module_);
  }

 private:
  static absl::Status Error(const std::string& what) { return absl::InvalidArgumentError(what); }

  absl::Status Line(absl::string_view line) {
    if (in_signature_) return SignatureLine(line);
    if (line == "{" || line == "}") {
      depth_ += line == "{" ? 1 : -1;
      return absl::OkStatus();
    }
    if (line[0] == '.') return Directive(line);
    if (depth_ != 1) return Error("an instruction outside of the kernel");
    if (absl::ConsumeSuffix(&line, ":")) {
      const bool is_new =
          labels_.emplace(std::string(line), static_cast<int>(module_.code.size())).second;
      return is_new ? absl::OkStatus() : Error("the label is there twice");
    }
    if (!absl::ConsumeSuffix(&line, ";")) return Error("no semicolon");
    return Instruction(line);
  }

  absl::Status SignatureLine(absl::string_view line) {
    if (line == ")") {
      in_signature_ = false;
      return absl::OkStatus();
    }
    if (absl::ConsumeSuffix(&line, ")")) in_signature_ = false;
    absl::ConsumeSuffix(&line, ",");
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    const TypeName* type = words.size() == 3 ? FindType(words[1].substr(1)) : nullptr;
    if (type == nullptr || words[0] != ".param") return Error("no parameter");
    for (const PtxModule::Param& param : module_.params) {
      if (param.name == words[2]) return Error("the parameter is there twice");
    }
    module_.params.push_back({words[2], type->type});
    return absl::OkStatus();
  }

  absl::Status Directive(absl::string_view line) {
    if (line == ".version 7.0" || line == ".target sm_70" || line == ".address_size 64") {
      return absl::OkStatus();
    }
    if (line == ".target sm_80") {
      is_ampere_ = true;
      return absl::OkStatus();
    }
    if (line == ".version 7.8" || line == ".target sm_90") {
      is_young_ = is_ampere_ = true;
      return absl::OkStatus();
    }
    if (absl::ConsumePrefix(&line, ".visible .entry ")) {
      if (!module_.kernel_name.empty()) return Error("a second kernel");
      in_signature_ = absl::ConsumeSuffix(&line, "(");
      if (!in_signature_ && !absl::ConsumeSuffix(&line, "()")) return Error("no signature");
      module_.kernel_name = std::string(line);
      return absl::OkStatus();
    }
    if (absl::ConsumePrefix(&line, ".maxntid ")) {
      const bool is_line = absl::ConsumeSuffix(&line, ", 1, 1");
      return is_line && absl::SimpleAtoi(line, &module_.max_threads) ? absl::OkStatus()
                                                                     : Error("not N, 1, 1");
    }
    if (absl::ConsumePrefix(&line, ".minnctapersm ")) {
      return absl::SimpleAtoi(line, &module_.min_blocks) ? absl::OkStatus() : Error("no number");
    }
    if (!absl::ConsumeSuffix(&line, ";")) return Error("unknown");
    if (absl::ConsumePrefix(&line, ".reg ")) return Registers(line);
    if (absl::ConsumePrefix(&line, ".extern .shared .align 16 .b8 ")) {
      if (!absl::ConsumeSuffix(&line, "[]")) return Error("not NAME[]");
      module_.has_dynamic_shared = true;
      return AddShared(line, 0);
    }
    if (absl::ConsumePrefix(&line, ".shared .align 16 .b8 ")) {
      const std::vector<std::string> parts = absl::StrSplit(line, '[');
      int64_t bytes = 0;
      if (parts.size() != 2 || parts[1].empty() || parts[1].back() != ']' ||
          !absl::SimpleAtoi(parts[1].substr(0, parts[1].size() - 1), &bytes)) {
        return Error("not NAME[BYTES]");
      }
      return AddShared(parts[0], bytes);
    }
    return Error("unknown");
  }

  absl::Status AddShared(absl::string_view name, int64_t bytes) {
    const int64_t at = module_.static_shared_bytes;
    if (!shared_.emplace(std::string(name), at).second) return Error("the array is there twice");
    module_.static_shared_bytes = at + (bytes + 15) / 16 * 16;
    return absl::OkStatus();
  }

  // Reads a declaration such as ".b32 %r<7>".
  absl::Status Registers(absl::string_view line) {
    const std::vector<std::string> words = absl::StrSplit(line, absl::ByAnyChar(" <>"));
    const TypeName* type = words.size() == 4 ? FindType(words[0].substr(1)) : nullptr;
    int count = 0;
    if (type == nullptr || !absl::SimpleAtoi(words[2], &count) || count < 1) {
      return Error("not .TYPE PREFIX<COUNT>");
    }
    if (!banks_.emplace(words[1], Bank{type->type, module_.registers, count}).second) {
      return Error("the registers are there twice");
    }
    module_.registers += count;
    return absl::OkStatus();
  }

  // The number of a register by its name, as in "%rd12".
  absl::StatusOr<int> RegisterOf(absl::string_view name, PtxType type) const {
    const size_t digits = name.find_first_of("0123456789");
    const auto bank = banks_.find(std::string(name.substr(0, digits)));
    int number = 0;
    if (bank == banks_.end() || digits == absl::string_view::npos ||
        !absl::SimpleAtoi(name.substr(digits), &number) || number >= bank->second.count) {
      return Error(absl::StrCat(name, " is not declared"));
    }
    if (bank->second.type != type) return Error(absl::StrCat(name, " is of another type"));
    return bank->second.first + number;
  }

  absl::StatusOr<PtxOperand> Register(absl::string_view name, PtxType type) const {
    FFT_ASSIGN_OR_RETURN(const int reg, RegisterOf(name, type));
    return PtxOperand{PtxOperand::Kind::kRegister, reg, 0};
  }

  absl::StatusOr<PtxOperand> Value(absl::string_view text, PtxType type) const {
    if (text == "%tid.x") return PtxOperand{PtxOperand::Kind::kThread, 0, 0};
    if (text == "%ctaid.x") return PtxOperand{PtxOperand::Kind::kBlock, 0, 0};
    if (text == "%nctaid.x") return PtxOperand{PtxOperand::Kind::kBlocks, 0, 0};
    if (text[0] == '%') return Register(text, type);
    const auto immediate = [](uint64_t value) {
      return PtxOperand{PtxOperand::Kind::kImmediate, 0, value};
    };
    uint64_t bits = 0;
    if (type == PtxType::kF32 || type == PtxType::kF64) {
      const bool is_single = type == PtxType::kF32;
      if (!absl::ConsumePrefix(&text, is_single ? "0f" : "0d") ||
          text.size() != (is_single ? 8 : 16) || !absl::SimpleHexAtoi(text, &bits)) {
        return Error("no immediate of that type");
      }
      return immediate(bits);
    }
    int64_t number = 0;
    if (absl::SimpleAtoi(text, &number)) return immediate(static_cast<uint64_t>(number));
    if (absl::SimpleAtoi(text, &bits)) return immediate(bits);
    const auto shared = shared_.find(std::string(text));
    if (shared == shared_.end() || type != PtxType::kB32) {
      return Error(absl::StrCat(text, " is unknown"));
    }
    return immediate(static_cast<uint64_t>(shared->second));
  }

  absl::Status Instruction(absl::string_view line) {
    PtxInstruction made;
    made.line = line_;
    if (absl::ConsumePrefix(&line, "@")) {
      made.is_negated = absl::ConsumePrefix(&line, "!");
      const size_t space = line.find(' ');
      FFT_ASSIGN_OR_RETURN(made.predicate, RegisterOf(line.substr(0, space), PtxType::kPred));
      line = Strip(line.substr(space));
    }
    const size_t space = line.find(' ');
    const std::string name(line.substr(0, space));
    const std::vector<std::string> operands = space == absl::string_view::npos
                                                  ? std::vector<std::string>()
                                                  : SplitOperands(line.substr(space));
    if (absl::StartsWith(name, "griddepcontrol.")) return GridControl(name, operands, made);
    FFT_RETURN_IF_ERROR(Decode(name, operands, &made));
    module_.code.push_back(made);
    return absl::OkStatus();
  }

  // griddepcontrol: all threads execute it before anything that depends on the kernel before this
  // one.
  absl::Status GridControl(const std::string& name, const std::vector<std::string>& operands,
                           const PtxInstruction& made) {
    const bool is_wait = name == "griddepcontrol.wait";
    if (!is_young_) return Error("an instruction of .version 7.8 and .target sm_90");
    if ((!is_wait && name != "griddepcontrol.launch_dependents") || !operands.empty()) {
      return Error("unknown");
    }
    const bool is_first =
        std::all_of(module_.code.begin(), module_.code.end(), [](const PtxInstruction& before) {
          return before.op == PtxOp::kLoadParam || before.op == PtxOp::kMov;
        });
    if (!is_first || made.predicate >= 0) return Error("not at the start");
    module_.launches_early |= is_wait;
    return absl::OkStatus();
  }

  absl::Status Decode(const std::string& name, const std::vector<std::string>& operands,
                      PtxInstruction* made) {
    if (name == "ret" && operands.empty()) return absl::OkStatus();
    if (name == "exit" && operands.empty()) {
      made->op = PtxOp::kExit;
      return absl::OkStatus();
    }
    if (name == "bar.sync" && operands == std::vector<std::string>{"0"}) {
      made->op = PtxOp::kBarrier;
      return absl::OkStatus();
    }
    if (name == "bar.sync" && operands.size() == 2 && made->predicate < 0) {
      made->op = PtxOp::kBarrier;
      FFT_ASSIGN_OR_RETURN(made->operands[0], Value(operands[0], PtxType::kB32));
      FFT_ASSIGN_OR_RETURN(made->operands[1], Value(operands[1], PtxType::kB32));
      return made->operands[1].kind == PtxOperand::Kind::kImmediate ? absl::OkStatus()
                                                                    : Error("so many threads");
    }
    if (name == "bra" && operands.size() == 1) {
      made->op = PtxOp::kBranch;
      branches_.emplace_back(module_.code.size(), operands[0]);
      return absl::OkStatus();
    }
    if (made->predicate >= 0) return Error("only branches have predicates");
    if (name == "cvta.to.global.u64")
      return Plain({"", PtxOp::kMov, 2, "u64"}, "u64", operands, made);
    if (name == "mov.b32" && absl::StartsWith(operands[0], "%f")) return MoveBits(operands, made);
    if (absl::StartsWith(name, "ld.param.")) return LoadParam(name, operands, made);
    if (name == "ld.acquire.gpu.global.s32") return Access("ld.global.s32", operands, made);
    if (name == "red.release.gpu.global.add.s32") return Signal(operands, made);
    if (absl::StartsWith(name, "ld.") || absl::StartsWith(name, "st.")) {
      return Access(name, operands, made);
    }
    if (name == "prefetch.global.L2") return Prefetch(operands, made);
    if (absl::StartsWith(name, "cp.async.")) return Copy(name, operands, made);
    if (absl::StartsWith(name, "setp.")) return Comparison(name, operands, made);
    if (absl::StartsWith(name, "cvt.")) return Conversion(name, operands, made);
    if (name == "mul.wide.s32") return MulWide(operands, made);
    const size_t dot = name.rfind('.');
    for (const PlainName& plain : kPlain) {
      if (name.substr(0, dot) == plain.name) {
        return Plain(plain, name.substr(dot + 1), operands, made);
      }
    }
    return Error("unknown instruction");
  }

  absl::Status Plain(const PlainName& plain, const std::string& type_name,
                     const std::vector<std::string>& operands, PtxInstruction* made) {
    const std::vector<std::string> allowed = absl::StrSplit(plain.types, ' ');
    const TypeName* type = FindType(type_name);
    const bool is_allowed = std::find(allowed.begin(), allowed.end(), type_name) != allowed.end();
    if (type == nullptr || !is_allowed) return Error("not of that type");
    if (static_cast<int>(operands.size()) != plain.operands) return Error("wrong operands");
    made->op = plain.op;
    made->type = type->type;
    made->is_signed = type->is_signed;
    for (size_t i = 0; i < operands.size(); ++i) {
      PtxType wanted = type->type;
      const bool is_shift = plain.op == PtxOp::kShl || plain.op == PtxOp::kShr;
      if (is_shift && i == 2) wanted = PtxType::kB32;
      if (plain.op == PtxOp::kSelect && i == 3) wanted = PtxType::kPred;
      FFT_ASSIGN_OR_RETURN(made->operands[i],
                           i == 0 ? Register(operands[i], wanted) : Value(operands[i], wanted));
    }
    return absl::OkStatus();
  }

  // Moves the bits of an integer into a real.
  absl::Status MoveBits(const std::vector<std::string>& operands, PtxInstruction* made) {
    if (operands.size() != 2) return Error("wrong operands");
    made->op = PtxOp::kMov;
    made->type = PtxType::kB32;
    FFT_ASSIGN_OR_RETURN(made->operands[0], Register(operands[0], PtxType::kF32));
    FFT_ASSIGN_OR_RETURN(made->operands[1], Value(operands[1], PtxType::kB32));
    return absl::OkStatus();
  }

  absl::Status MulWide(const std::vector<std::string>& operands, PtxInstruction* made) {
    if (operands.size() != 3) return Error("wrong operands");
    made->op = PtxOp::kMulWide;
    made->type = PtxType::kB64;
    FFT_ASSIGN_OR_RETURN(made->operands[0], Register(operands[0], PtxType::kB64));
    FFT_ASSIGN_OR_RETURN(made->operands[1], Value(operands[1], PtxType::kB32));
    FFT_ASSIGN_OR_RETURN(made->operands[2], Value(operands[2], PtxType::kB32));
    return absl::OkStatus();
  }

  absl::Status Comparison(const std::string& name, const std::vector<std::string>& operands,
                          PtxInstruction* made) {
    const std::vector<std::string> parts = absl::StrSplit(name, '.');
    if (parts.size() != 3 || operands.size() != 3) return Error("wrong operands");
    const auto comparison = Comparisons().find(parts[1]);
    const TypeName* type = FindType(parts[2]);
    if (comparison == Comparisons().end() || type == nullptr) return Error("unknown comparison");
    const bool is_real = type->type == PtxType::kF32 || type->type == PtxType::kF64;
    if ((!is_real && !type->is_signed) || (parts[1] == "neu") != (is_real && parts[1][0] == 'n')) {
      return Error("not of that type");
    }
    made->op = PtxOp::kSet;
    made->type = PtxType::kPred;
    made->from = type->type;
    made->comparison = comparison->second;
    FFT_ASSIGN_OR_RETURN(made->operands[0], Register(operands[0], PtxType::kPred));
    FFT_ASSIGN_OR_RETURN(made->operands[1], Value(operands[1], type->type));
    FFT_ASSIGN_OR_RETURN(made->operands[2], Value(operands[2], type->type));
    return absl::OkStatus();
  }

  // "cvt.rn.f32.f64": a conversion rounds if its result is a real that may not hold the operand.
  absl::Status Conversion(const std::string& name, const std::vector<std::string>& operands,
                          PtxInstruction* made) {
    std::vector<std::string> parts = absl::StrSplit(name, '.');
    const bool rounds = parts[1] == "rn";
    if (rounds) parts.erase(parts.begin() + 1);
    const TypeName* to = parts.size() == 3 ? FindType(parts[1]) : nullptr;
    const TypeName* from = parts.size() == 3 ? FindType(parts[2]) : nullptr;
    if (to == nullptr || from == nullptr || operands.size() != 2) return Error("wrong operands");
    const auto is_real = [](const std::string& type) { return type[0] == 'f' || type == "bf16"; };
    if (parts[1] == "bf16" && !is_ampere_) return Error("an instruction of .target sm_80");
    const bool must_round =
        is_real(parts[1]) && (!is_real(parts[2]) || PtxBytes(to->type) < PtxBytes(from->type));
    if (rounds != must_round || (is_real(parts[2]) && !is_real(parts[1]))) {
      return Error("not the rounding of these types");
    }
    made->op = PtxOp::kConvert;
    made->type = to->type;
    made->from = from->type;
    made->is_signed = from->is_signed;
    made->is_half = parts[1] == "f16";
    made->is_bfloat = parts[1] == "bf16";
    made->from_is_half = parts[2] == "f16";
    FFT_ASSIGN_OR_RETURN(made->operands[0], Register(operands[0], to->type));
    FFT_ASSIGN_OR_RETURN(made->operands[1], Value(operands[1], from->type));
    return absl::OkStatus();
  }

  absl::Status LoadParam(const std::string& name, const std::vector<std::string>& operands,
                         PtxInstruction* made) {
    const TypeName* type = FindType(name.substr(9));
    if (type == nullptr || operands.size() != 2) return Error("wrong operands");
    for (size_t i = 0; i < module_.params.size(); ++i) {
      if (operands[1] != "[" + module_.params[i].name + "]") continue;
      if (module_.params[i].type != type->type) return Error("the parameter is of another type");
      made->op = PtxOp::kLoadParam;
      made->type = type->type;
      made->offset = static_cast<int64_t>(i);
      FFT_ASSIGN_OR_RETURN(made->operands[0], Register(operands[0], type->type));
      return absl::OkStatus();
    }
    return Error("no such parameter");
  }

  // "ld.global.nc.v2.f32 {%f0, %f1}, [%rd3+8]": operands are the two values and the base.
  absl::Status Access(absl::string_view name, std::vector<std::string> operands,
                      PtxInstruction* made) {
    const bool is_load = absl::ConsumePrefix(&name, "ld.");
    absl::ConsumePrefix(&name, "st.");
    made->is_shared = absl::ConsumePrefix(&name, "shared.");
    if (!made->is_shared && !absl::ConsumePrefix(&name, "global.")) return Error("unknown space");
    if (is_load && !made->is_shared) absl::ConsumePrefix(&name, "nc.");
    made->is_pair = absl::ConsumePrefix(&name, "v2.");
    const TypeName* type = FindType(name);
    if (type == nullptr || type->type == PtxType::kPred || operands.size() != 2) {
      return Error("wrong operands");
    }
    made->op = is_load ? PtxOp::kLoad : PtxOp::kStore;
    made->type = type->type;
    if (!is_load) std::swap(operands[0], operands[1]);
    absl::string_view values = operands[0];
    if (made->is_pair &&
        (!absl::ConsumePrefix(&values, "{") || !absl::ConsumeSuffix(&values, "}"))) {
      return Error("no pair");
    }
    const std::vector<std::string> parts = SplitOperands(values);
    if (parts.size() != (made->is_pair ? 2 : 1)) return Error("wrong operands");
    for (size_t i = 0; i < parts.size(); ++i) {
      FFT_ASSIGN_OR_RETURN(made->operands[i],
                           is_load ? Register(parts[i], type->type) : Value(parts[i], type->type));
    }
    return Address(operands[1], made);
  }

  // "red.release.gpu.global.add.s32 [%rd3+8], 1": a signal adds one.
  absl::Status Signal(const std::vector<std::string>& operands, PtxInstruction* made) {
    if (operands.size() != 2 || operands[1] != "1") return Error("wrong operands");
    made->op = PtxOp::kSignal;
    return Address(operands[0], made);
  }

  // Reads a prefetch, a hint that touches no memory.
  absl::Status Prefetch(const std::vector<std::string>& operands, PtxInstruction* made) {
    if (operands.size() != 1) return Error("wrong operands");
    made->op = PtxOp::kPrefetch;
    return Address(operands[0], made);
  }

  // "cp.async.ca.shared.global [%r1], [%rd3+8], 8": operand 3 is the base in shared memory, operand
  // 2 the base in global memory, operand 0 the number of bytes.
  absl::Status Copy(absl::string_view name, const std::vector<std::string>& operands,
                    PtxInstruction* made) {
    if (!is_ampere_) return Error("an instruction of .target sm_80");
    if (name == "cp.async.wait_all" && operands.empty()) {
      made->op = PtxOp::kAwaitCopies;
      return absl::OkStatus();
    }
    if (name != "cp.async.ca.shared.global" || operands.size() != 3) return Error("unknown");
    made->op = PtxOp::kCopy;
    FFT_RETURN_IF_ERROR(Address(operands[1], made));
    made->operands[2] = made->operands[3];
    made->from_offset = std::exchange(made->offset, 0);
    made->is_shared = true;
    FFT_RETURN_IF_ERROR(Address(operands[0], made));
    FFT_ASSIGN_OR_RETURN(made->operands[0], Value(operands[2], PtxType::kB32));
    const uint64_t bytes = made->operands[0].value;
    return bytes == 4 || bytes == 8 || bytes == 16 ? absl::OkStatus() : Error("4, 8 or 16 bytes");
  }

  absl::Status Address(absl::string_view text, PtxInstruction* made) {
    if (!absl::ConsumePrefix(&text, "[") || !absl::ConsumeSuffix(&text, "]")) {
      return Error("no address");
    }
    const std::vector<std::string> parts = absl::StrSplit(text, '+');
    if (parts.size() > 2 || (parts.size() == 2 && !absl::SimpleAtoi(parts[1], &made->offset))) {
      return Error("no address");
    }
    const PtxType type = made->is_shared ? PtxType::kB32 : PtxType::kB64;
    FFT_ASSIGN_OR_RETURN(made->operands[3], Value(parts[0], type));
    return absl::OkStatus();
  }

  struct Bank {
    PtxType type;
    int first, count;
  };

  PtxModule module_;
  int line_ = 0;
  int depth_ = 0;
  bool in_signature_ = false;
  bool is_young_ = false;   // whether the text's version knows early launches
  bool is_ampere_ = false;  // whether the architecture has asynchronous copies and bfloat16
  std::map<std::string, Bank> banks_;
  std::map<std::string, int64_t> shared_;
  std::map<std::string, int> labels_;
  std::vector<std::pair<size_t, std::string>> branches_;
};

}  // namespace

int PtxBytes(PtxType type) {
  switch (type) {
    case PtxType::kPred:
      return 1;
    case PtxType::kB16:
      return 2;
    case PtxType::kB32:
    case PtxType::kF32:
      return 4;
    case PtxType::kB64:
    case PtxType::kF64:
      return 8;
  }
  return 0;
}

absl::StatusOr<PtxModule> ParsePtx(absl::string_view text) { return Parser().Parse(text); }

}  // namespace fft::rtc
