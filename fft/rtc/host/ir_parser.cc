#include "fft/rtc/host/ir_parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/rtc/host/ir_cursor.h"
#include "fft/rtc/host/thread_scratch.h"

namespace fft::rtc {
namespace {

constexpr int kNone = IrFunction::kNone;
constexpr IrType kPointer = {IrElement::kPointer};

class Parser {
 public:
  absl::StatusOr<IrFunction> Parse(absl::string_view text);

 private:
  absl::Status ReadParameters(absl::string_view line);
  absl::Status ReadLine(absl::string_view line);
  absl::Status ReadStatement(IrCursor& at);
  absl::Status ReadDefinition(const std::string& name, IrCursor& at);
  absl::Status ReadStore(IrCursor& at);
  absl::Status ReadBranch(IrCursor& at);
  absl::Status ReadCall(const std::string& name, IrCursor& at);
  absl::Status AppendMasked(const std::string& name, absl::string_view function, IrType type,
                            const std::vector<int>& args);
  absl::Status ReadPhi(const std::string& name, IrCursor& at);
  absl::Status ReadArray(const std::string& name, IrCursor& at);
  absl::Status ReadAddress(const std::string& name, IrCursor& at);
  absl::Status ReadLanes(const std::string& name, absl::string_view op, IrCursor& at);
  absl::Status ReadConversion(const std::string& name, absl::string_view op, IrCursor& at);

  absl::StatusOr<IrType> ReadType(IrCursor& at);
  absl::StatusOr<int> ReadOperand(IrType type, IrCursor& at);
  // Reads a type and an operand of it. The type has to be `due`, if that is given.
  absl::StatusOr<int> ReadTypedOperand(IrCursor& at, std::optional<IrType> due = {});
  absl::StatusOr<std::string> ReadLabel(IrCursor& at);
  absl::Status CheckType(int value, IrType due) const;
  absl::Status AppendLiteral(IrElement element, IrCursor& at, std::string* bytes);
  absl::StatusOr<int64_t> ReadNumber(IrCursor& at);
  absl::Status Expect(IrCursor& at, absl::string_view word);

  int Constant(IrType type, const std::string& bytes);
  int Define(const std::string& name, IrType type);
  int BlockOf(absl::string_view label);
  // Appends the step that makes the value `name`. It is an error if the step's `run` is null.
  absl::Status Append(const std::string& name, IrType type, Step step, std::vector<int> in);
  absl::Status AppendEffect(Step step, std::vector<int> in);
  absl::StatusOr<int> ArrayOf(int64_t bytes);
  // Finds the values of all phis, whose texts may name values that stand below them.
  absl::Status ReadEdges();

  IrFunction function_;
  std::unordered_map<std::string, int> names_;
  std::map<std::string, int> constants_by_bytes_;
  std::unordered_map<std::string, int> blocks_by_label_;
  int block_ = kNone;  // the block that is being read
};

absl::StatusOr<IrFunction> Parser::Parse(absl::string_view text) {
  bool is_inside = false;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    absl::Status status;
    if (!is_inside) {
      is_inside = absl::StartsWith(line, "define ") && absl::StrContains(line, "@fft_body(");
      if (is_inside) status = ReadParameters(line);
    } else if (line == "}") {
      break;
    } else {
      status = ReadLine(line);
    }
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ", \"", line, "\": ", status.message()));
    }
  }
  if (!is_inside) return absl::InvalidArgumentError("the text has no function fft_body");
  FFT_RETURN_IF_ERROR(ReadEdges());
  return std::move(function_);
}

absl::Status Parser::ReadParameters(absl::string_view line) {
  IrCursor at(line);
  at.SkipTo('(');
  at.Next();
  while (!at.Take(")")) {
    FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
    at.Take("noalias");
    const int value = Define(std::string(at.Next()), type);
    function_.values[value].outlives_block = true;
    function_.parameters.push_back(value);
    if (at.AtEnd()) return absl::InvalidArgumentError("parameters without an end");
    at.Take(",");
  }
  if (function_.parameters.size() < 2)
    return absl::InvalidArgumentError("a body without workgroups");
  return absl::OkStatus();
}

absl::Status Parser::ReadLine(absl::string_view line) {
  const absl::string_view code = absl::StripAsciiWhitespace(line);
  if (code.empty() || code[0] == ';') return absl::OkStatus();
  if (code.back() == ':') {
    if (!function_.drafts.empty() && !EndsBlock(function_.drafts.back().step)) {
      return absl::InvalidArgumentError("the block before has no end");
    }
    block_ = BlockOf(code.substr(0, code.size() - 1));
    if (function_.blocks[block_].first_draft != kNone)
      return absl::InvalidArgumentError("a label again");
    function_.blocks[block_].first_draft = static_cast<int>(function_.drafts.size());
    return absl::OkStatus();
  }
  if (block_ == kNone) return absl::InvalidArgumentError("an instruction before any label");
  IrCursor at(code);
  return ReadStatement(at);
}

absl::Status Parser::ReadStatement(IrCursor& at) {
  const std::string word(at.Next());
  if (word[0] == '%') {
    FFT_RETURN_IF_ERROR(Expect(at, "="));
    return ReadDefinition(word, at);
  }
  if (word == "store") return ReadStore(at);
  if (word == "br") return ReadBranch(at);
  if (word == "call") return ReadCall("", at);
  if (word == "ret") return AppendEffect({.run = kReturnStep}, {});
  return absl::InvalidArgumentError(absl::StrCat("no instruction \"", word, "\" is known"));
}

absl::Status Parser::ReadDefinition(const std::string& name, IrCursor& at) {
  const std::string op(at.Next());
  if (op == "call") return ReadCall(name, at);
  if (op == "phi") return ReadPhi(name, at);
  if (op == "alloca") return ReadArray(name, at);
  if (op == "getelementptr") return ReadAddress(name, at);
  if (op == "insertelement" || op == "extractelement" || op == "shufflevector") {
    return ReadLanes(name, op, at);
  }
  if (op == "load") {
    FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_ASSIGN_OR_RETURN(const int from, ReadTypedOperand(at, kPointer));
    return Append(name, type, {.run = kLoadStep, .number = type.bytes()}, {from});
  }
  if (op == "icmp" || op == "fcmp") {
    const absl::string_view predicate = at.Next();
    FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
    FFT_ASSIGN_OR_RETURN(const int a, ReadOperand(type, at));
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_ASSIGN_OR_RETURN(const int b, ReadOperand(type, at));
    return Append(name, {IrElement::kBit, type.lanes}, {.run = ComparisonStep(predicate, type)},
                  {a, b});
  }
  if (op == "select") {
    FFT_ASSIGN_OR_RETURN(const int which, ReadTypedOperand(at));
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_ASSIGN_OR_RETURN(const int a, ReadTypedOperand(at));
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    const IrType type = function_.values[a].type;
    FFT_ASSIGN_OR_RETURN(const int b, ReadTypedOperand(at, type));
    const bool has_lanes = function_.values[which].type.lanes > 0;
    FFT_RETURN_IF_ERROR(CheckType(which, {IrElement::kBit, has_lanes ? type.lanes : 0}));
    return Append(name, type, {.run = SelectStep(type, has_lanes)}, {which, a, b});
  }
  if (op == "sext" || op == "zext" || op == "trunc" || op == "sitofp" || op == "fpext" ||
      op == "fptrunc" || op == "bitcast") {
    return ReadConversion(name, op, at);
  }
  while (at.Peek() == "nsw" || at.Peek() == "contract") at.Next();
  FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
  FFT_ASSIGN_OR_RETURN(const int a, ReadOperand(type, at));
  if (!at.Take(",")) return Append(name, type, {.run = ArithmeticStep(op, type)}, {a});
  FFT_ASSIGN_OR_RETURN(const int b, ReadOperand(type, at));
  return Append(name, type, {.run = ArithmeticStep(op, type)}, {a, b});
}

absl::Status Parser::ReadStore(IrCursor& at) {
  FFT_ASSIGN_OR_RETURN(const int value, ReadTypedOperand(at));
  FFT_RETURN_IF_ERROR(Expect(at, ","));
  FFT_ASSIGN_OR_RETURN(const int to, ReadTypedOperand(at, kPointer));
  return AppendEffect({.run = kStoreStep, .number = function_.values[value].type.bytes()},
                      {value, to});
}

absl::Status Parser::ReadBranch(IrCursor& at) {
  if (at.Take("label")) {
    FFT_ASSIGN_OR_RETURN(const std::string label, ReadLabel(at));
    return AppendEffect({.run = kJumpStep, .number = BlockOf(label)}, {});
  }
  FFT_ASSIGN_OR_RETURN(const int which, ReadTypedOperand(at, IrType{IrElement::kBit}));
  int targets[2];
  for (int& target : targets) {
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_RETURN_IF_ERROR(Expect(at, "label"));
    FFT_ASSIGN_OR_RETURN(const std::string label, ReadLabel(at));
    target = BlockOf(label);
  }
  return AppendEffect({.run = kBranchStep, .number = targets[0], .other = targets[1]}, {which});
}

absl::Status Parser::ReadCall(const std::string& name, IrCursor& at) {
  while (at.Peek() == "contract" || at.Peek() == "noalias") at.Next();
  if (at.Take("align")) at.Next();
  IrType type;
  if (!at.Take("void")) {
    FFT_ASSIGN_OR_RETURN(type, ReadType(at));
  }
  const std::string function(at.Next());
  FFT_RETURN_IF_ERROR(Expect(at, "("));
  std::vector<int> args;
  while (!at.Take(")")) {
    FFT_ASSIGN_OR_RETURN(const int arg, ReadTypedOperand(at));
    args.push_back(arg);
    at.Take(",");
    if (at.AtEnd()) return absl::InvalidArgumentError("a call without an end");
  }
  const auto is = [&](absl::string_view head, size_t count) {
    return absl::StartsWith(function, head) && args.size() == count;
  };
  if (is("@llvm.masked.", 4)) return AppendMasked(name, function, type, args);
  if (is("@llvm.fmuladd.", 3) || is("@llvm.sqrt.", 1)) {
    for (const int arg : args) FFT_RETURN_IF_ERROR(CheckType(arg, type));
    const absl::string_view op = args.size() == 3 ? "fmuladd" : "sqrt";
    return Append(name, type, {.run = ArithmeticStep(op, type)}, args);
  }
  if (is("@llvm.prefetch.", 4)) return absl::OkStatus();
  if (is("@fft_scratch", 1) && function_.values[args[0]].is_constant) {
    int64_t bytes = 0;
    std::memcpy(&bytes, function_.constants.data() + function_.values[args[0]].place,
                sizeof(bytes));
    FFT_ASSIGN_OR_RETURN(const int place, ArrayOf(bytes));
    return Append(name, type, {.run = kFrameAddressStep, .number = place}, {});
  }
  return absl::InvalidArgumentError(absl::StrCat("no function \"", function, "\" is known"));
}

// An access to memory for only some lanes. The alignment among its arguments is ignored.
absl::Status Parser::AppendMasked(const std::string& name, absl::string_view function, IrType type,
                                  const std::vector<int>& args) {
  const bool is_load = !name.empty();
  const IrType moved = is_load ? type : function_.values[args[0]].type;
  const bool is_row = absl::StartsWith(function, "@llvm.masked.load.") ||
                      absl::StartsWith(function, "@llvm.masked.store.");
  const std::array<int, 3> in =
      is_load ? std::array{args[0], args[2], args[3]} : std::array{args[0], args[1], args[3]};
  FFT_RETURN_IF_ERROR(
      CheckType(in[is_load ? 0 : 1], {IrElement::kPointer, is_row ? 0 : moved.lanes}));
  FFT_RETURN_IF_ERROR(CheckType(in[is_load ? 1 : 2], {IrElement::kBit, moved.lanes}));
  FFT_RETURN_IF_ERROR(CheckType(in[is_load ? 2 : 0], moved));
  const std::vector<int> operands(in.begin(), in.end());
  if (is_load) {
    return Append(name, type, {.run = is_row ? MaskedLoadStep(type) : GatherStep(type)}, operands);
  }
  return AppendEffect(
      {.run = is_row ? MaskedStoreStep(moved) : ScatterStep(moved), .lanes = moved.count()},
      operands);
}

absl::Status Parser::ReadPhi(const std::string& name, IrCursor& at) {
  IrFunction::Block& block = function_.blocks[block_];
  if (block.phi != kNone) return absl::InvalidArgumentError("a second phi of a block");
  FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
  block.phi = Define(name, type);
  function_.values[block.phi].outlives_block = true;
  do {
    FFT_RETURN_IF_ERROR(Expect(at, "["));
    const std::string value(at.Next());
    FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_ASSIGN_OR_RETURN(const std::string from, ReadLabel(at));
    block.edges.push_back({from, value});
    FFT_RETURN_IF_ERROR(Expect(at, "]"));
  } while (at.Take(","));
  return absl::OkStatus();
}

absl::Status Parser::ReadArray(const std::string& name, IrCursor& at) {
  FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
  int64_t count = 1;
  if (at.Take(",") && at.Peek() != "align") {
    FFT_RETURN_IF_ERROR(ReadType(at).status());
    FFT_ASSIGN_OR_RETURN(count, ReadNumber(at));
  }
  if (count < 0 || count > kMostFrameBytes / type.bytes()) {
    return absl::InvalidArgumentError("an array of too many elements");
  }
  FFT_ASSIGN_OR_RETURN(const int place, ArrayOf(count * type.bytes()));
  return Append(name, {IrElement::kPointer}, {.run = kFrameAddressStep, .number = place}, {});
}

absl::Status Parser::ReadAddress(const std::string& name, IrCursor& at) {
  at.Take("inbounds");
  FFT_ASSIGN_OR_RETURN(const IrType element, ReadType(at));
  FFT_RETURN_IF_ERROR(Expect(at, ","));
  FFT_ASSIGN_OR_RETURN(const int base, ReadTypedOperand(at, kPointer));
  FFT_RETURN_IF_ERROR(Expect(at, ","));
  FFT_ASSIGN_OR_RETURN(const int index, ReadTypedOperand(at));
  const IrType type = function_.values[index].type;
  return Append(name, {IrElement::kPointer, type.lanes},
                {.run = AddressStep(type), .number = element.bytes()}, {base, index});
}

absl::Status Parser::ReadLanes(const std::string& name, absl::string_view op, IrCursor& at) {
  FFT_ASSIGN_OR_RETURN(const int vector, ReadTypedOperand(at));
  FFT_RETURN_IF_ERROR(Expect(at, ","));
  const IrType type = function_.values[vector].type;
  if (op == "extractelement") {
    FFT_RETURN_IF_ERROR(ReadType(at).status());
    FFT_ASSIGN_OR_RETURN(const int64_t lane, ReadNumber(at));
    if (lane < 0 || lane >= type.lanes) return absl::InvalidArgumentError("no such lane");
    const IrType element = {type.element};
    return Append(name, element, {.run = ExtractStep(element), .number = static_cast<int>(lane)},
                  {vector});
  }
  FFT_ASSIGN_OR_RETURN(const int other, ReadTypedOperand(at));
  FFT_RETURN_IF_ERROR(Expect(at, ","));
  if (op == "insertelement") {
    FFT_RETURN_IF_ERROR(CheckType(other, {type.element}));
    FFT_RETURN_IF_ERROR(ReadType(at).status());
    FFT_ASSIGN_OR_RETURN(const int64_t lane, ReadNumber(at));
    if (lane < 0 || lane >= type.lanes) return absl::InvalidArgumentError("no such lane");
    return Append(name, type, {.run = InsertStep(type), .number = static_cast<int>(lane)},
                  {vector, other});
  }
  FFT_ASSIGN_OR_RETURN(const int lanes, ReadTypedOperand(at));
  const IrValue& from = function_.values[lanes];
  FFT_RETURN_IF_ERROR(CheckType(other, type));
  FFT_RETURN_IF_ERROR(CheckType(lanes, {IrElement::kInt32, from.type.lanes}));
  if (!from.is_constant) return absl::InvalidArgumentError("lanes that are not constant");
  for (int i = 0; i < from.type.lanes; ++i) {
    int32_t lane = 0;
    std::memcpy(&lane, function_.constants.data() + from.place + sizeof(lane) * i, sizeof(lane));
    if (lane < 0 || lane >= 2 * type.lanes) return absl::InvalidArgumentError("no such lane");
  }
  const IrType result = {type.element, from.type.lanes};
  return Append(name, result, {.run = ShuffleStep(result), .number = type.lanes},
                {vector, other, lanes});
}

absl::Status Parser::ReadConversion(const std::string& name, absl::string_view op, IrCursor& at) {
  FFT_ASSIGN_OR_RETURN(const int value, ReadTypedOperand(at));
  FFT_RETURN_IF_ERROR(Expect(at, "to"));
  FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
  const IrType from = function_.values[value].type;
  if (op != "bitcast") return Append(name, type, {.run = ConversionStep(op, from, type)}, {value});
  if (from.bytes() != type.bytes()) return absl::InvalidArgumentError("a cast of unequal sizes");
  return Append(name, type, {.run = kCopyStep, .number = type.bytes()}, {value});
}

absl::StatusOr<IrType> Parser::ReadType(IrCursor& at) {
  static constexpr struct {
    absl::string_view name;
    IrElement element;
  } kElements[] = {{"i1", IrElement::kBit},        {"i8", IrElement::kByte},
                   {"i32", IrElement::kInt32},     {"i64", IrElement::kInt64},
                   {"half", IrElement::kHalf},     {"float", IrElement::kFloat},
                   {"double", IrElement::kDouble}, {"ptr", IrElement::kPointer}};
  int64_t lanes = 0;
  const bool is_vector = at.Take("<");
  if (is_vector) {
    FFT_ASSIGN_OR_RETURN(lanes, ReadNumber(at));
    if (lanes < 1 || lanes > 4096) return absl::InvalidArgumentError("1 to 4096 lanes are known");
    FFT_RETURN_IF_ERROR(Expect(at, "x"));
  }
  const absl::string_view name = at.Next();
  for (const auto& row : kElements) {
    if (row.name != name) continue;
    if (is_vector) FFT_RETURN_IF_ERROR(Expect(at, ">"));
    return IrType{row.element, static_cast<int>(lanes)};
  }
  return absl::InvalidArgumentError(absl::StrCat("no type \"", name, "\" is known"));
}

absl::StatusOr<int> Parser::ReadTypedOperand(IrCursor& at, std::optional<IrType> due) {
  FFT_ASSIGN_OR_RETURN(const IrType type, ReadType(at));
  FFT_ASSIGN_OR_RETURN(const int value, ReadOperand(type, at));
  FFT_RETURN_IF_ERROR(CheckType(value, due.value_or(type)));
  return value;
}

absl::Status Parser::CheckType(int value, IrType due) const {
  return function_.values[value].type == due
             ? absl::OkStatus()
             : absl::InvalidArgumentError("a value of another type");
}

// The name of "%name".
absl::StatusOr<std::string> Parser::ReadLabel(IrCursor& at) {
  const absl::string_view word = at.Next();
  if (!absl::StartsWith(word, "%")) return absl::InvalidArgumentError("no label here");
  return std::string(word.substr(1));
}

absl::StatusOr<int> Parser::ReadOperand(IrType type, IrCursor& at) {
  if (absl::StartsWith(at.Peek(), "%")) {
    const auto found = names_.find(std::string(at.Next()));
    if (found == names_.end()) return absl::InvalidArgumentError("a value that is not there yet");
    FFT_RETURN_IF_ERROR(CheckType(found->second, type));
    return found->second;
  }
  if (at.Take("zeroinitializer") || at.Take("undef")) {
    return Constant(type, std::string(static_cast<size_t>(type.bytes()), '\0'));
  }
  std::string bytes;
  if (type.lanes == 0) {
    FFT_RETURN_IF_ERROR(AppendLiteral(type.element, at, &bytes));
    return Constant(type, bytes);
  }
  FFT_RETURN_IF_ERROR(Expect(at, "<"));
  for (int lane = 0; lane < type.lanes; ++lane) {
    if (lane > 0) FFT_RETURN_IF_ERROR(Expect(at, ","));
    FFT_RETURN_IF_ERROR(ReadType(at).status());
    FFT_RETURN_IF_ERROR(AppendLiteral(type.element, at, &bytes));
  }
  FFT_RETURN_IF_ERROR(Expect(at, ">"));
  return Constant(type, bytes);
}

absl::Status Parser::AppendLiteral(IrElement element, IrCursor& at, std::string* bytes) {
  const auto append = [bytes](auto value) {
    bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
    return absl::OkStatus();
  };
  if (element == IrElement::kBit && (at.Peek() == "true" || at.Peek() == "false")) {
    return append(static_cast<char>(at.Next() == "true"));
  }
  if (element == IrElement::kFloat || element == IrElement::kDouble) {
    uint64_t bits = 0;
    if (at.Peek() == "undef") {
      at.Next();
    } else if (!absl::StartsWith(at.Peek(), "0x") || !absl::SimpleHexAtoi(at.Next(), &bits)) {
      return absl::InvalidArgumentError("a number that is not written as 0x and its bits");
    }
    const auto value = std::bit_cast<double>(bits);
    return element == IrElement::kDouble ? append(value) : append(static_cast<float>(value));
  }
  int64_t number = 0;
  if (!at.Take("undef")) {
    FFT_ASSIGN_OR_RETURN(number, ReadNumber(at));
  }
  switch (BytesOf(element)) {
    case 1:
      return append(static_cast<int8_t>(number));
    case 4:
      return append(static_cast<int32_t>(number));
    case 8:
      return append(number);
    default:
      return absl::InvalidArgumentError("a constant of this type");
  }
}

absl::StatusOr<int64_t> Parser::ReadNumber(IrCursor& at) {
  int64_t number = 0;
  if (!absl::SimpleAtoi(at.Next(), &number)) return absl::InvalidArgumentError("no number here");
  return number;
}

absl::Status Parser::Expect(IrCursor& at, absl::string_view word) {
  if (at.Take(word)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("\"", at.Peek(), "\" where \"", word, "\" was due"));
}

int Parser::Constant(IrType type, const std::string& bytes) {
  const std::string key = absl::StrCat(static_cast<int>(type.element), " ", type.lanes, " ", bytes);
  const auto [at, is_new] =
      constants_by_bytes_.emplace(key, static_cast<int>(function_.values.size()));
  if (is_new) {
    const int64_t alignment = bytes.size() > 8 ? kScratchAlignment : 8;
    function_.constants.resize(
        static_cast<size_t>(RoundUp(std::ssize(function_.constants), alignment)));
    function_.values.push_back({.type = type,
                                .place = static_cast<uint32_t>(function_.constants.size()),
                                .is_constant = true});
    function_.constants += bytes;
  }
  return at->second;
}

int Parser::Define(const std::string& name, IrType type) {
  names_[name] = static_cast<int>(function_.values.size());
  function_.values.push_back({.type = type, .block = block_});
  return static_cast<int>(function_.values.size()) - 1;
}

int Parser::BlockOf(absl::string_view label) {
  const auto [at, is_new] =
      blocks_by_label_.emplace(std::string(label), static_cast<int>(function_.blocks.size()));
  if (is_new) {
    function_.blocks.push_back({.label = std::string(label)});
  }
  return at->second;
}

absl::Status Parser::AppendEffect(Step step, std::vector<int> in) {
  if (step.run == nullptr) return absl::InvalidArgumentError("no such instruction on such values");
  IrFunction::Draft draft = {.step = step, .block = block_};
  for (size_t i = 0; i < in.size(); ++i) {
    draft.in[i] = in[i];
    IrValue& value = function_.values[in[i]];
    value.last_use = static_cast<int>(function_.drafts.size());
    if (value.block != block_) value.outlives_block = true;
  }
  function_.drafts.push_back(draft);
  return absl::OkStatus();
}

absl::Status Parser::Append(const std::string& name, IrType type, Step step, std::vector<int> in) {
  step.lanes = type.count();
  FFT_RETURN_IF_ERROR(AppendEffect(step, std::move(in)));
  function_.drafts.back().out = Define(name, type);
  return absl::OkStatus();
}

// The place of an array of the kernel among all its arrays.
absl::StatusOr<int> Parser::ArrayOf(int64_t bytes) {
  if (bytes < 0 || bytes > kMostFrameBytes - function_.array_bytes) {
    return absl::InvalidArgumentError("arrays of too many bytes");
  }
  const int64_t place = function_.array_bytes;
  function_.array_bytes = RoundUp(function_.array_bytes + bytes, kScratchAlignment);
  return static_cast<int>(place);
}

absl::Status Parser::ReadEdges() {
  for (IrFunction::Block& block : function_.blocks) {
    for (IrFunction::Edge& edge : block.edges) {
      IrCursor at(edge.text);
      FFT_ASSIGN_OR_RETURN(edge.value, ReadOperand(function_.values[block.phi].type, at));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<IrFunction> ParseIrFunction(absl::string_view text) { return Parser().Parse(text); }

}  // namespace fft::rtc
