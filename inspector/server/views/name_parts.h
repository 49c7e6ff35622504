// Explains a kernel's name, part by part.
#ifndef INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_
#define INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_

#include "fft/base/json.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::inspector {

// [{text, field, meaning}] for each part of the name after "fft". `meaning` is an explanation in
// words.
Json NamePartsView(const kernels::KernelSpec& spec);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_
