#include "fft/codegen/ast/json.h"

#include <string>

#include "fft/base/json.h"

namespace fft::codegen {
namespace {

// The payload members that a kind uses.
void AddPayload(const Node* node, Json* json) {
  switch (node->kind) {
    case Kind::kIntLit:
      (*json)["value"] = node->payload.integer;
      break;
    case Kind::kRealLit:
      (*json)["value"] = static_cast<double>(node->payload.real);
      break;
    case Kind::kUnary:
      (*json)["op"] = std::string(OpName(node->unary_op()));
      break;
    case Kind::kBinary:
      (*json)["op"] = std::string(OpName(node->binary_op()));
      break;
    case Kind::kBuiltin:
      (*json)["op"] = std::string(BuiltinName(node->builtin()));
      break;
    case Kind::kDeclVar:
      (*json)["name"] = std::string(node->name());
      (*json)["var_type"] = ToString(node->payload.var_type);
      break;
    case Kind::kFor:
      (*json)["name"] = std::string(node->name());
      if (node->payload.loop == LoopHint::kUnroll) (*json)["hint"] = "unroll";
      if (node->payload.loop == LoopHint::kLanes) (*json)["hint"] = "lanes";
      break;
    case Kind::kVarRef:
    case Kind::kLet:
      (*json)["name"] = std::string(node->name());
      break;
    case Kind::kComment:
      (*json)["text"] = std::string(node->name());
      break;
    default:
      break;
  }
}

}  // namespace

Json ToJson(const Node* node) {
  Json json;
  json["kind"] = std::string(KindName(node->kind));
  if (!node->type.IsVoid()) json["type"] = ToString(node->type);
  AddPayload(node, &json);
  if (!node->args.empty()) {
    Json& args = json["args"] = Json::array();
    for (const Node* arg : node->args) args.push_back(ToJson(arg));
  }
  return json;
}

Json ToJson(const Kernel& kernel) {
  Json json;
  json["name"] = kernel.name;
  json["model"] = kernel.model == ExecutionModel::kHost ? "host" : "workgroup";
  json["params"] = Json::array();
  for (const Param& param : kernel.params) {
    json["params"].push_back({{"name", param.name},
                              {"type", ToString(param.type)},
                              {"restrict", param.aliasing == Aliasing::kRestrict}});
  }
  json["shared"] = Json::array();
  for (const SharedArray& array : kernel.shared) {
    json["shared"].push_back(
        {{"name", array.name}, {"element", ToString(array.element)}, {"count", array.count}});
  }
  json["workgroup_size"] = kernel.workgroup_size;
  json["min_blocks"] = kernel.min_blocks;
  if (!kernel.load_callback.text.empty()) json["load_callback"] = kernel.load_callback.text;
  if (!kernel.store_callback.text.empty()) json["store_callback"] = kernel.store_callback.text;
  json["body"] = ToJson(kernel.body);
  return json;
}

}  // namespace fft::codegen
