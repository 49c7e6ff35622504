// JSON export of ASTs for the inspector.
#ifndef FFT_CODEGEN_AST_JSON_H_
#define FFT_CODEGEN_AST_JSON_H_

#include "fft/base/json_fwd.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// {"kind", "type", payload members that the kind uses, "args": [...]}; void types are left out.
Json ToJson(const Node* node);
// {"name", "model", "params", "shared", "workgroup_size", "min_blocks", "body"}.
Json ToJson(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_JSON_H_
