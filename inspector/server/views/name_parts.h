// The meaning of a kernel's name, part by part.
#ifndef INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_
#define INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_

#include "fft/base/json.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::inspector {

// [{text, field, meaning}] in the order of the name, after its "fft". `meaning` is a phrase for
// people.
Json NamePartsView(const kernels::KernelSpec& spec);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_NAME_PARTS_H_
