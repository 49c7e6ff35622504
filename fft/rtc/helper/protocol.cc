#include "fft/rtc/helper/protocol.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/sha256.h"
#include "fft/base/status.h"
#include "fft/rtc/objects/byte_reader.h"

namespace fft::rtc {
namespace {

constexpr uint32_t kMagic = 0x48544646;  // "FFTH"
// The most texts of a list. No compile has more options.
constexpr uint32_t kMostTexts = 4096;

uint64_t DigestOf(absl::string_view payload) {
  const Sha256Digest digest = Sha256(payload);
  uint64_t head;
  std::memcpy(&head, digest.data(), sizeof(head));
  return head;
}

class Writer {
 public:
  template <typename Number>
  Writer& Put(Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  Writer& PutText(absl::string_view text) {
    Put(static_cast<uint32_t>(text.size()));
    bytes_.append(text.data(), text.size());
    return *this;
  }
  Writer& PutTexts(const std::vector<std::string>& texts) {
    Put(static_cast<uint32_t>(texts.size()));
    for (const std::string& text : texts) PutText(text);
    return *this;
  }
  Writer& PutStatus(const absl::Status& status) {
    return Put(static_cast<uint32_t>(status.code())).PutText(status.message());
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads the parts of a payload. Once a read fails, every further one gives an empty value and
// Finish gives the error.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : bytes_(bytes) {}

  template <typename Integer>
  Integer Get() {
    const std::optional<Integer> value = ReadAt<Integer>(bytes_, at_);
    if (!value) return Fail<Integer>();
    at_ += sizeof(Integer);
    return *value;
  }
  double GetDouble() {
    const uint64_t bits = Get<uint64_t>();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return std::isfinite(value) ? value : Fail<double>();
  }
  std::string GetText() {
    const uint32_t size = Get<uint32_t>();
    const std::optional<absl::string_view> text = SliceAt(bytes_, at_, size);
    if (!text) return Fail<std::string>();
    at_ += size;
    return std::string(*text);
  }
  std::vector<std::string> GetTexts() {
    const uint32_t count = Get<uint32_t>();
    if (count > kMostTexts) return Fail<std::vector<std::string>>();
    std::vector<std::string> texts;
    for (uint32_t i = 0; i < count && ok_; ++i) texts.push_back(GetText());
    return texts;
  }
  // A value of an enumeration that ends with `last`.
  template <typename Enum>
  Enum GetEnum(Enum last) {
    const uint32_t value = Get<uint32_t>();
    return value <= static_cast<uint32_t>(last) ? static_cast<Enum>(value) : Fail<Enum>();
  }
  absl::Status GetStatus() {
    const auto code = GetEnum(absl::StatusCode::kUnauthenticated);
    const std::string message = GetText();
    // A success has no message.
    if (code == absl::StatusCode::kOk && !message.empty()) return Fail<absl::Status>();
    return absl::Status(code, message);
  }

  // Ok if everything is read, and nothing is left over.
  absl::Status Finish(absl::string_view what) const {
    if (ok_ && at_ == bytes_.size()) return absl::OkStatus();
    return absl::DataLossError(
        absl::StrCat("the ", what, " message of ", bytes_.size(), " bytes is malformed"));
  }

 private:
  template <typename Value>
  Value Fail() {
    ok_ = false;
    at_ = bytes_.size();
    return Value();
  }

  const absl::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

absl::StatusOr<std::string> EncodeFrame(MessageType type, absl::string_view payload) {
  if (payload.size() > kMostPayload) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a message of ", payload.size(), " bytes; the limit is ", kMostPayload));
  }
  Writer writer;
  writer.Put(kMagic).Put(kProtocolVersion).Put(static_cast<uint16_t>(type));
  writer.Put(static_cast<uint32_t>(payload.size())).Put(uint32_t{0}).Put(DigestOf(payload));
  return absl::StrCat(writer.Take(), payload);
}

absl::StatusOr<FrameHeader> DecodeHeader(absl::string_view bytes) {
  if (bytes.size() != kHeaderBytes) return absl::DataLossError("a header of another size");
  Reader reader(bytes);
  const uint32_t magic = reader.Get<uint32_t>();
  const uint16_t version = reader.Get<uint16_t>();
  const uint16_t type = reader.Get<uint16_t>();
  FrameHeader header;
  header.payload_bytes = reader.Get<uint32_t>();
  const uint32_t reserved = reader.Get<uint32_t>();
  header.digest = reader.Get<uint64_t>();
  if (magic != kMagic) return absl::DataLossError("bytes that are no message");
  if (version != kProtocolVersion) {
    return absl::FailedPreconditionError(
        absl::StrCat("protocol version ", version, "; this library speaks ", kProtocolVersion));
  }
  if (type < 1 || type > static_cast<uint16_t>(MessageType::kCompiled) || reserved != 0 ||
      header.payload_bytes > kMostPayload) {
    return absl::DataLossError("a malformed message header");
  }
  header.type = static_cast<MessageType>(type);
  return header;
}

absl::Status CheckPayload(const FrameHeader& header, absl::string_view payload) {
  if (payload.size() == header.payload_bytes && DigestOf(payload) == header.digest) {
    return absl::OkStatus();
  }
  return absl::DataLossError("a message that fails its digest");
}

std::string EncodeOpen(const OpenMessage& message) {
  Writer writer;
  writer.Put(static_cast<uint32_t>(message.kind)).PutText(message.library);
  writer.Put(static_cast<uint32_t>(message.arch_check));
  writer.Put(static_cast<uint32_t>(message.hip_runtime));
  writer.PutText(message.host.compiler).PutTexts(message.host.flags);
  writer.PutText(message.host.temp_folder).Put(absl::ToInt64Nanoseconds(message.host.timeout));
  writer.Put(static_cast<uint32_t>(message.host_language)).PutText(message.llvm.library);
  writer.PutText(message.llvm.passes).PutText(message.llvm.processor);
  return writer.Take();
}

absl::StatusOr<OpenMessage> DecodeOpen(absl::string_view payload) {
  Reader reader(payload);
  OpenMessage message;
  message.kind = reader.GetEnum(DeviceKind::kHost);
  message.library = reader.GetText();
  message.arch_check = reader.GetEnum(ArchCheck::kListOnly);
  message.hip_runtime = reader.GetEnum(HipRuntime::kNever);
  message.host.compiler = reader.GetText();
  message.host.flags = reader.GetTexts();
  message.host.temp_folder = reader.GetText();
  message.host.timeout = absl::Nanoseconds(reader.Get<int64_t>());
  message.host_language = reader.GetEnum(HostLanguage::kAuto);
  message.llvm.library = reader.GetText();
  message.llvm.passes = reader.GetText();
  message.llvm.processor = reader.GetText();
  FFT_RETURN_IF_ERROR(reader.Finish("open"));
  return message;
}

std::string EncodeOpened(const absl::StatusOr<std::string>& version) {
  return Writer().PutStatus(version.status()).PutText(version.ok() ? *version : "").Take();
}

absl::StatusOr<std::string> DecodeOpened(absl::string_view payload) {
  Reader reader(payload);
  absl::Status status = reader.GetStatus();
  std::string version = reader.GetText();
  FFT_RETURN_IF_ERROR(reader.Finish("opened"));
  if (!status.ok()) return status;
  return version;
}

std::string EncodeCompile(const CompileRequest& request) {
  return Writer()
      .PutText(request.kernel_name)
      .PutText(request.source)
      .PutText(request.arch)
      .PutTexts(request.options)
      .PutTexts(request.objects)
      .Take();
}

absl::StatusOr<CompileRequest> DecodeCompile(absl::string_view payload) {
  Reader reader(payload);
  CompileRequest request;
  request.kernel_name = reader.GetText();
  request.source = reader.GetText();
  request.arch = reader.GetText();
  request.options = reader.GetTexts();
  request.objects = reader.GetTexts();
  FFT_RETURN_IF_ERROR(reader.Finish("compile"));
  return request;
}

std::string EncodeCompiled(const absl::StatusOr<CodeObject>& result) {
  const CodeObject object = result.ok() ? *result : CodeObject();
  return Writer()
      .PutStatus(result.status())
      .PutText(object.bytes)
      .PutText(object.log)
      .Put(object.milliseconds)
      .Take();
}

absl::StatusOr<CodeObject> DecodeCompiled(absl::string_view payload) {
  Reader reader(payload);
  absl::Status status = reader.GetStatus();
  CodeObject object;
  object.bytes = reader.GetText();
  object.log = reader.GetText();
  object.milliseconds = reader.GetDouble();
  object.compiled_by = CompiledBy::kHelper;
  FFT_RETURN_IF_ERROR(reader.Finish("compiled"));
  if (!status.ok()) return status;
  if (object.bytes.empty()) return absl::DataLossError("the compiled message holds no code");
  return object;
}

}  // namespace fft::rtc
