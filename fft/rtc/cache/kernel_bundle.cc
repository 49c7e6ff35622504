#include "fft/rtc/cache/kernel_bundle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

constexpr absl::string_view kMagic = "FFTKRNLS";
constexpr uint32_t kVersion = 1;
constexpr size_t kDigestBytes = sizeof(Sha256Digest);
constexpr size_t kHeaderBytes = 16;

template <typename T>
void AppendInteger(std::string& bytes, T value) {
  for (size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
}

template <typename Size>
void AppendSized(std::string& bytes, absl::string_view text) {
  AppendInteger(bytes, static_cast<Size>(text.size()));
  absl::StrAppend(&bytes, text);
}

void AppendDigest(std::string& bytes, const Sha256Digest& digest) {
  bytes.append(digest.begin(), digest.end());
}

// Reads from the front of bytes that may end anywhere. After a read beyond the end, all further
// reads give zeros and ok() is false.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : bytes_(bytes), left_(bytes) {}

  bool ok() const { return ok_; }
  bool empty() const { return left_.empty(); }
  size_t position() const { return bytes_.size() - left_.size(); }

  absl::string_view Bytes(uint64_t size) {
    ok_ = ok_ && size <= left_.size();
    if (!ok_) return {};
    const absl::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  template <typename T>
  T Integer() {
    const absl::string_view bytes = Bytes(sizeof(T));
    T value = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      value |= static_cast<T>(static_cast<uint8_t>(bytes[i])) << (8 * i);
    }
    return value;
  }

  template <typename Size>
  std::string Sized() {
    return std::string(Bytes(Integer<Size>()));
  }

  Sha256Digest Digest() {
    Sha256Digest digest = {};
    const absl::string_view bytes = Bytes(digest.size());
    std::copy(bytes.begin(), bytes.end(), digest.begin());
    return digest;
  }

 private:
  const absl::string_view bytes_;
  absl::string_view left_;
  bool ok_ = true;
};

void AppendKernel(std::string& bytes, const BundledKernel& bundled) {
  const auto& [key, kernel] = bundled;
  for (const std::string* text : {&key.kernel_name, &key.arch, &key.compiler_version,
                                  &key.generator_version, &kernel.object.log}) {
    AppendSized<uint32_t>(bytes, *text);
  }
  AppendDigest(bytes, kernel.source_digest);
  AppendInteger(bytes, std::bit_cast<uint64_t>(kernel.object.milliseconds));
  AppendSized<uint64_t>(bytes, kernel.object.bytes);
  AppendDigest(bytes, KernelDigest(key, kernel));
}

absl::Status Damaged(const std::string& what) {
  return absl::DataLossError(absl::StrCat("bundle of kernels: ", what));
}

absl::StatusOr<BundledKernel> ReadKernel(Reader& reader) {
  const size_t start = reader.position();
  BundledKernel bundled;
  auto& [key, kernel] = bundled;
  for (std::string* text : {&key.kernel_name, &key.arch, &key.compiler_version,
                            &key.generator_version, &kernel.object.log}) {
    *text = reader.Sized<uint32_t>();
  }
  kernel.source_digest = reader.Digest();
  kernel.object.milliseconds = std::bit_cast<double>(reader.Integer<uint64_t>());
  kernel.object.bytes = reader.Sized<uint64_t>();
  const Sha256Digest digest = reader.Digest();
  if (!reader.ok()) return Damaged(absl::StrCat("the kernel at byte ", start, " is cut off"));
  if (!std::isfinite(kernel.object.milliseconds) || kernel.object.milliseconds < 0) {
    return Damaged(absl::StrCat("the kernel at byte ", start, " has no compile time"));
  }
  if (digest != KernelDigest(key, kernel)) {
    return Damaged(absl::StrCat(DescribeKey(key), " fails its digest"));
  }
  return bundled;
}

absl::Status CheckEnvelope(absl::string_view bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return InvalidField("bundle", "without its mark",
                        absl::StrCat("bytes that start with ", kMagic));
  }
  if (bytes.size() < kHeaderBytes + kDigestBytes) return Damaged("cut off in its header");
  Reader reader(bytes.substr(kMagic.size()));
  const uint32_t version = reader.Integer<uint32_t>();
  if (version != kVersion) {
    return InvalidField("version of the bundle", absl::StrCat(version), absl::StrCat(kVersion));
  }
  const absl::string_view covered = bytes.substr(0, bytes.size() - kDigestBytes);
  Reader trailer(bytes.substr(covered.size()));
  if (trailer.Digest() != Sha256(covered)) return Damaged("the whole fails its digest");
  return absl::OkStatus();
}

}  // namespace

std::string PackKernels(std::vector<BundledKernel> kernels) {
  std::sort(kernels.begin(), kernels.end(),
            [](const BundledKernel& a, const BundledKernel& b) { return a.key < b.key; });
  std::string bytes(kMagic);
  AppendInteger(bytes, kVersion);
  AppendInteger(bytes, static_cast<uint32_t>(kernels.size()));
  for (const BundledKernel& kernel : kernels) AppendKernel(bytes, kernel);
  AppendDigest(bytes, Sha256(bytes));
  return bytes;
}

absl::StatusOr<std::vector<BundledKernel>> UnpackKernels(absl::string_view bytes) {
  FFT_RETURN_IF_ERROR(CheckEnvelope(bytes));
  Reader reader(bytes.substr(0, bytes.size() - kDigestBytes));
  reader.Bytes(kMagic.size() + sizeof(kVersion));
  const uint32_t count = reader.Integer<uint32_t>();
  std::vector<BundledKernel> kernels;
  for (uint32_t i = 0; i < count; ++i) {
    FFT_ASSIGN_OR_RETURN(BundledKernel kernel, ReadKernel(reader));
    if (!kernels.empty() && !(kernels.back().key < kernel.key)) {
      return Damaged(absl::StrCat("kernel ", i, " is out of order"));
    }
    kernels.push_back(std::move(kernel));
  }
  if (!reader.empty()) {
    return Damaged(absl::StrCat("bytes after the last kernel, at ", reader.position()));
  }
  return kernels;
}

}  // namespace fft::rtc
