// Callbacks: the user's functions, as source text, through which a transform reads and writes its
// arrays, and a chain reads its spectra.
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
// counts elements from `data`, by the strides and the distance. `user` is
// ExecuteArguments::load_user or store_user. The same text is compiled for HIP, CUDA and the host,
// where __device__ is empty. It is put inside a namespace, so it includes no headers. A load may be
// called more than once for one element, and a store is called once. The order of calls is not
// defined. The text is compiled and runs as code of this process or device, so take it only from
// the program itself.
struct Callbacks {
  std::string load;   // empty: plain loads
  std::string store;  // empty: plain stores
  // A function of frequency in a chain (fft/core/chain.h). It defines one function,
  //
  //   __device__ T spectrum(const T* data, size_t element) { return data[element]; }
  //
  // by which the kernels read the chain's array of spectra. `data` is ChainArguments::spectra. It
  // may be null, or point to other data of the user, if the function reads no spectra. `element`
  // counts elements of the array of spectra (SpectrumElements). T is float2, or double2 in double
  // precision. The function may be called more than once for one element. Only chains take it, and
  // chains take no other callback. Empty: plain loads.
  std::string spectrum;
  // Declarations that the texts use. They stand before the texts, outside their namespaces.
  std::string declarations;
  // Compiled functions that `declarations` declares, which are linked to the kernels. They are code
  // that NVRTC or nvcc made with -dlto, or a fatbin of such code. Only CUDA's targets take them.
  std::vector<std::string> objects;
  bool empty() const { return load.empty() && store.empty() && spectrum.empty(); }
  friend bool operator==(const Callbacks&, const Callbacks&) = default;
};

}  // namespace fft

#endif  // FFT_CORE_CALLBACKS_H_
