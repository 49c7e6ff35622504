// The JSON value that each stage of planning is written as. Its keys keep their order of insertion,
// so that two outputs can be compared line by line.
#ifndef FFT_BASE_JSON_H_
#define FFT_BASE_JSON_H_

#include "fft/base/json_fwd.h"
#include "nlohmann/json.hpp"

#endif  // FFT_BASE_JSON_H_
