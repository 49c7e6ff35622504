// The protocol between the stand-in HIP runtime and the process that is its GPU. README.md explains
// it.

#ifndef FFT_TESTS_AMD_EMULATOR_PROTOCOL_H_
#define FFT_TESTS_AMD_EMULATOR_PROTOCOL_H_

#include <cstdint>

namespace fft::amd_emulator {

// The file descriptors that are open when the process starts.
inline constexpr int kSocketDescriptor = 3;
inline constexpr int kMemoryDescriptor = 4;

// Byte `offset` of the shared memory has the address kArenaStart + offset in both processes.
inline constexpr uint64_t kArenaStart = 0x100000000000;
inline constexpr uint64_t kArenaBytes = uint64_t{1} << 40;
inline constexpr uint64_t kPageBytes = 4096;

enum class Request : uint32_t {
  kDescribe = 1,
  kMap = 2,
  kUnmap = 3,
  kLoad = 4,
  kUnload = 5,
  kFind = 6,
  kLaunch = 7,
};

}  // namespace fft::amd_emulator

#endif  // FFT_TESTS_AMD_EMULATOR_PROTOCOL_H_
