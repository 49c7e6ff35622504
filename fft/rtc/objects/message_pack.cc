#include "fft/rtc/objects/message_pack.h"

#include <limits>

#include "fft/rtc/objects/byte_reader.h"

namespace fft::rtc {
namespace {

constexpr int kDeepest = 64;

enum class Kind { kInteger, kText, kArray, kMap, kOther };

// An unsigned big-endian integer of 1, 2, 4 or 8 bytes.
std::optional<uint64_t> ReadBigEndian(absl::string_view bytes, uint64_t offset, int size) {
  const auto slice = SliceAt(bytes, offset, size);
  if (!slice) return std::nullopt;
  uint64_t value = 0;
  for (const char byte : *slice) value = value << 8 | static_cast<uint8_t>(byte);
  return value;
}

int64_t SignExtend(uint64_t value, int size) {
  const int shift = 64 - 8 * size;
  return static_cast<int64_t>(value << shift) >> shift;
}

}  // namespace

// The head of a value: its kind, the size of the head, and the number in it.
struct MessagePackReader::Head {
  Kind kind = Kind::kOther;
  uint64_t bytes = 1;
  // Bytes of text and other plain contents, elements of an array, pairs of a map.
  uint64_t length = 0;
  // The integer; nothing if it is outside of int64_t.
  std::optional<int64_t> integer;
};

std::optional<MessagePackReader::Head> MessagePackReader::ReadHead() const {
  const auto first = ReadAt<uint8_t>(bytes_, 0);
  if (!first) return std::nullopt;
  const uint8_t tag = *first;
  // These forms have one byte.
  if (tag <= 0x7f) return Head{Kind::kInteger, 1, 0, tag};
  if (tag <= 0x8f) return Head{Kind::kMap, 1, uint64_t{tag} & 0x0f, {}};
  if (tag <= 0x9f) return Head{Kind::kArray, 1, uint64_t{tag} & 0x0f, {}};
  if (tag <= 0xbf) return Head{Kind::kText, 1, uint64_t{tag} & 0x1f, {}};
  if (tag >= 0xe0) return Head{Kind::kInteger, 1, 0, static_cast<int8_t>(tag)};

  // These forms have a big-endian number of 2^k bytes: a length or a value.
  const auto with_length = [&](Kind kind, int size, uint64_t extra) -> std::optional<Head> {
    const auto length = ReadBigEndian(bytes_, 1, size);
    if (!length) return std::nullopt;
    return Head{kind, 1 + uint64_t(size), *length + extra, {}};
  };
  const auto with_integer = [&](int size, bool is_signed) -> std::optional<Head> {
    const auto value = ReadBigEndian(bytes_, 1, size);
    if (!value) return std::nullopt;
    Head head{Kind::kInteger, 1 + uint64_t(size), 0, {}};
    if (is_signed) {
      head.integer = SignExtend(*value, size);
    } else if (*value <= uint64_t{std::numeric_limits<int64_t>::max()}) {
      head.integer = static_cast<int64_t>(*value);
    }
    return head;
  };
  if (tag <= 0xc3) return Head{};                                            // nil, booleans
  if (tag <= 0xc6) return with_length(Kind::kOther, 1 << (tag - 0xc4), 0);   // bin
  if (tag <= 0xc9) return with_length(Kind::kOther, 1 << (tag - 0xc7), 1);   // ext
  if (tag <= 0xcb) return Head{Kind::kOther, 1, tag == 0xca ? 4u : 8u, {}};  // float
  if (tag <= 0xcf) return with_integer(1 << (tag - 0xcc), false);            // uint
  if (tag <= 0xd3) return with_integer(1 << (tag - 0xd0), true);             // int
  if (tag <= 0xd8) return Head{Kind::kOther, 1, 1 + (uint64_t{1} << (tag - 0xd4)), {}};  // fixext
  if (tag <= 0xdb) return with_length(Kind::kText, 1 << (tag - 0xd9), 0);
  if (tag <= 0xdd) return with_length(Kind::kArray, 2 << (tag - 0xdc), 0);
  return with_length(Kind::kMap, 2 << (tag - 0xde), 0);
}

std::optional<uint32_t> MessagePackReader::ReadMapSize() {
  const auto head = ReadHead();
  if (!head || head->kind != Kind::kMap) return std::nullopt;
  bytes_.remove_prefix(head->bytes);
  return static_cast<uint32_t>(head->length);
}

std::optional<uint32_t> MessagePackReader::ReadArraySize() {
  const auto head = ReadHead();
  if (!head || head->kind != Kind::kArray) return std::nullopt;
  bytes_.remove_prefix(head->bytes);
  return static_cast<uint32_t>(head->length);
}

std::optional<absl::string_view> MessagePackReader::ReadText() {
  const auto head = ReadHead();
  if (!head || head->kind != Kind::kText) return std::nullopt;
  const auto text = SliceAt(bytes_, head->bytes, head->length);
  if (text) bytes_.remove_prefix(head->bytes + head->length);
  return text;
}

std::optional<int64_t> MessagePackReader::ReadInteger() {
  const auto head = ReadHead();
  if (!head || head->kind != Kind::kInteger || !head->integer) return std::nullopt;
  bytes_.remove_prefix(head->bytes);
  return head->integer;
}

bool MessagePackReader::Skip() {
  const absl::string_view before = bytes_;
  if (SkipNested(0)) return true;
  bytes_ = before;
  return false;
}

bool MessagePackReader::SkipNested(int depth) {
  const auto head = ReadHead();
  if (!head || depth > kDeepest) return false;
  bytes_.remove_prefix(head->bytes);
  if (head->kind == Kind::kArray || head->kind == Kind::kMap) {
    const uint64_t values = head->kind == Kind::kMap ? 2 * head->length : head->length;
    // Each value takes at least one byte, so the loop ends when the bytes do, or before.
    for (uint64_t i = 0; i < values; ++i) {
      if (!SkipNested(depth + 1)) return false;
    }
    return true;
  }
  if (head->length > bytes_.size()) return false;
  bytes_.remove_prefix(head->length);
  return true;
}

}  // namespace fft::rtc
