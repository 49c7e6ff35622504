// Callbacks: functions of the user's, as source text, that stand between a transform and its
// arrays.
#ifndef FFT_CORE_CALLBACKS_H_
#define FFT_CORE_CALLBACKS_H_

#include <string>
#include <vector>

namespace fft {

// The texts of a plan's callbacks. `load` and `store` are compiled into the kernels that touch the
// user's arrays first or last. Each of the two defines one function:
//
//   __device__ T load(const T* data, size_t offset, void* user) { return data[offset]; }
//   __device__ void store(T* data, size_t offset, T value, void* user) { data[offset] = value; }
//
// T is the array's element: float2 or double2 (members x and y) for complex formats, float or
// double for real ones. In half precision T is fft_half2 or fft_half, which half_to_float and
// float_to_half convert. `data` is the pointer given to Execute plus the problem's offset. `offset`
// counts elements from there as the strides and distance say. `user` is ExecuteArguments::load_user
// or store_user. One text serves HIP, CUDA and the host, where __device__ is empty; it is put
// inside a namespace, so it includes no headers. A load may be called more than once for one
// element, a store is called once; the order of calls is not defined. Text reaches a compiler and
// then runs as code of this process or device: it must come from the program itself, never from
// outside it.
struct Callbacks {
  std::string load;   // empty: plain loads
  std::string store;  // empty: plain stores
  // What both texts use. It stands before them, outside of their namespaces.
  std::string declarations;
  // Compiled functions that `declarations` declare, to be linked to the kernels: code of CUDA's
  // that NVRTC or nvcc made with -dlto, or a fatbin of such code. Other targets refuse any.
  std::vector<std::string> objects;
  bool empty() const { return load.empty() && store.empty(); }
  friend bool operator==(const Callbacks&, const Callbacks&) = default;
};

}  // namespace fft

#endif  // FFT_CORE_CALLBACKS_H_
