// The JSON value every stage exports itself as; keys keep insertion order so output is diffable.
#ifndef FFT_BASE_JSON_H_
#define FFT_BASE_JSON_H_

#include "nlohmann/json.hpp"

namespace fft {

using Json = nlohmann::ordered_json;

}  // namespace fft

#endif  // FFT_BASE_JSON_H_
