// Declares the JSON value, for headers that only declare functions that take or return it.
// fft/base/json.h defines it.
#ifndef FFT_BASE_JSON_FWD_H_
#define FFT_BASE_JSON_FWD_H_

#include "nlohmann/json_fwd.hpp"

namespace fft {

using Json = nlohmann::ordered_json;

}  // namespace fft

#endif  // FFT_BASE_JSON_FWD_H_
