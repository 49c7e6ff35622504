#include "fft/codegen/emit/device_function.h"

#include <set>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

bool Asks(const Node* statement, BuiltinId builtin) {
  bool asks = false;
  Walk(statement, [&](const Node* node) {
    asks |= node->kind == Kind::kBuiltin && node->builtin() == builtin;
    return !asks;
  });
  return asks;
}

// Whether the statement is a Let whose expression does not name the thread.
bool IsOffset(const Node* statement) {
  return statement->kind == Kind::kLet && !Asks(statement, BuiltinId::kThreadIndex);
}

std::set<std::string_view> NamesIn(std::span<const Node* const> statements) {
  std::set<std::string_view> names;
  for (const Node* statement : statements) {
    Walk(statement, [&](const Node* node) {
      if (node->kind == Kind::kVarRef) names.insert(node->name());
      return true;
    });
  }
  return names;
}

}  // namespace

KernelParts PartsOf(const Kernel& kernel) {
  const std::span<const Node* const> all = kernel.body->args;
  size_t end = 0;
  bool knows_workgroup = false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i]->kind == Kind::kComment) continue;
    if (!IsOffset(all[i])) break;
    knows_workgroup |= Asks(all[i], BuiltinId::kBlockIndex);
    end = i + 1;
  }
  if (!knows_workgroup || end == all.size()) return {all, {}};
  return {all.first(end), all.subspan(end)};
}

std::vector<DeviceArgument> DeviceArguments(const Kernel& kernel, const KernelParts& parts) {
  const std::set<std::string_view> used = NamesIn(parts.device);
  std::vector<DeviceArgument> arguments;
  for (const Param& param : kernel.params) {
    if (used.contains(param.name)) arguments.push_back({param.name, ParameterType(param)});
  }
  for (const Node* statement : parts.global) {
    if (statement->kind != Kind::kLet || !used.contains(statement->name())) continue;
    arguments.push_back({std::string(statement->name()), TypeName(statement->arg(0)->type)});
  }
  for (const SharedArray& array : kernel.shared) {
    if (used.contains(array.name)) arguments.push_back({array.name, TypeName(array.element) + "*"});
  }
  return arguments;
}

std::string OpenDeviceFunction(const std::vector<DeviceArgument>& arguments) {
  const auto declare = [](std::string* text, const DeviceArgument& argument) {
    absl::StrAppend(text, "\n    ", argument.type, " ", argument.name);
  };
  return absl::StrCat("static __device__ __forceinline__ void ", kDeviceFunction, "(",
                      absl::StrJoin(arguments, ",", declare), ") {\n");
}

std::string CallDeviceFunction(const std::vector<DeviceArgument>& arguments) {
  const auto name = [](std::string* text, const DeviceArgument& argument) {
    absl::StrAppend(text, argument.name);
  };
  return absl::StrCat("  ", kDeviceFunction, "(", absl::StrJoin(arguments, ", ", name), ");\n");
}

}  // namespace fft::codegen
