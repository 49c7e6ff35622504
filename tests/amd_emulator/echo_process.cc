// A process for tests of the stand-in HIP runtime. It answers the runtime's requests but executes
// no code.
//
// Every ELF file counts as a code object, and every kernel has the arguments of kArguments. A
// kernel's name says what its launch does: "echo" writes the launch's request to the kernel's first
// argument, "reach" reports whether the byte at this argument can be read, and "end" ends the
// process.

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "tests/amd_emulator/protocol.h"

namespace {

using fft::amd_emulator::kArenaStart;
using fft::amd_emulator::kMemoryDescriptor;
using fft::amd_emulator::kSocketDescriptor;
using fft::amd_emulator::Request;

// The offset and the bytes of each argument (a pointer, a 4-byte and an 8-byte number).
constexpr std::array<uint32_t, 6> kArguments = {0, 8, 8, 4, 16, 8};
constexpr uint32_t kArgumentBytes = 24;
constexpr size_t kLaunchHead = 8 * sizeof(uint32_t);

void Append(std::string& to, uint32_t value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <class T>
T At(const std::string& bytes, size_t offset) {
  T value{};
  if (offset + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

bool ReadAll(char* to, size_t bytes) {
  while (bytes > 0) {
    const ssize_t got = read(kSocketDescriptor, to, bytes);
    if (got <= 0) return false;
    to += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

// Whether the byte at `address` can be read. The system call `write` reports unmapped memory as an
// error instead of a fault.
bool IsReachable(uint64_t address) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  const bool is_reachable = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return is_reachable;
}

// The answer to a request: its status and its bytes.
struct Answer {
  uint32_t status = 0;
  std::string bytes;
};

Answer Refuse(std::string why) { return {1, std::move(why)}; }

class Process {
 public:
  Answer Do(Request request, const std::string& body) {
    switch (request) {
      case Request::kDescribe:
        return Describe();
      case Request::kMap:
        return Map(body);
      case Request::kUnmap:
        munmap(Address(body), At<uint64_t>(body, 8));
        return {};
      case Request::kLoad:
        return Load(body);
      case Request::kUnload:
        return modules_.erase(At<uint32_t>(body, 0)) == 1 ? Answer{} : Refuse("no such module");
      case Request::kFind:
        return Find(body);
      case Request::kLaunch:
        return Launch(body);
    }
    return Refuse("no such request");
  }

 private:
  static void* Address(const std::string& body) {
    return reinterpret_cast<void*>(kArenaStart + At<uint64_t>(body, 0));
  }

  static Answer Describe() {
    Answer answer;
    for (const uint32_t number : {64u, 104u, 8u << 20}) Append(answer.bytes, number);
    answer.bytes += "gfx90a";
    return answer;
  }

  static Answer Map(const std::string& body) {
    const void* mapped =
        mmap(Address(body), At<uint64_t>(body, 8), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED_NOREPLACE, kMemoryDescriptor, At<int64_t>(body, 0));
    return mapped == MAP_FAILED ? Refuse("no room") : Answer{};
  }

  Answer Load(const std::string& body) {
    if (body.compare(0, 4, "\177ELF") != 0) return Refuse("no ELF file");
    modules_[++last_] = body;
    Answer answer;
    Append(answer.bytes, last_);
    return answer;
  }

  Answer Find(const std::string& body) {
    const std::string name = body.substr(sizeof(uint32_t));
    if (modules_.count(At<uint32_t>(body, 0)) == 0) return Refuse("no such module");
    if (name != "echo" && name != "reach" && name != "end") return Refuse("no kernel " + name);
    kernels_[++last_] = name;
    Answer answer;
    for (const uint32_t number : {last_, kArgumentBytes, 3u}) Append(answer.bytes, number);
    for (const uint32_t number : kArguments) Append(answer.bytes, number);
    return answer;
  }

  Answer Launch(const std::string& body) {
    const std::string& name = kernels_[At<uint32_t>(body, 0)];
    const auto pointer = At<uint64_t>(body, kLaunchHead);
    if (name == "end") _exit(0);
    if (!IsReachable(pointer)) return Refuse("no memory there");
    if (name == "echo") std::memcpy(reinterpret_cast<void*>(pointer), body.data(), body.size());
    return {};
  }

  std::map<uint32_t, std::string> modules_;
  std::map<uint32_t, std::string> kernels_;
  uint32_t last_ = 0;
};

}  // namespace

int main() {
  Process process;
  uint32_t head[2];
  while (ReadAll(reinterpret_cast<char*>(head), sizeof(head))) {
    std::string body(head[1], '\0');
    if (!ReadAll(body.data(), body.size())) return 1;
    const Answer answer = process.Do(static_cast<Request>(head[0]), body);
    std::string message;
    Append(message, answer.status);
    Append(message, static_cast<uint32_t>(answer.bytes.size()));
    message += answer.bytes;
    if (write(kSocketDescriptor, message.data(), message.size()) !=
        static_cast<ssize_t>(message.size())) {
      return 1;
    }
  }
  return 0;
}
