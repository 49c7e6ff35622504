// The JSON value every stage exports itself as; keys keep insertion order so output is diffable.
#ifndef FFT_BASE_JSON_H_
#define FFT_BASE_JSON_H_

#include "fft/base/json_fwd.h"
#include "nlohmann/json.hpp"

#endif  // FFT_BASE_JSON_H_
