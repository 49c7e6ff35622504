// Exports of the search hold what docs/plan-json.md says, and nothing else.
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/assign/search.h"
#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// Members of each object: name -> type, as the tables of the page give them.
using Schema = std::map<std::string, std::map<std::string, std::string>>;

std::string Cell(const std::string& text) {
  std::string cell(absl::StripAsciiWhitespace(text));
  if (cell.size() > 1 && cell.front() == '`') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

Schema ReadSchema(const std::string& path) {
  std::ifstream file(path);
  Schema schema;
  std::string object;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("## ", 0) == 0) object = line.substr(3);
    if (line.rfind("| `", 0) != 0) continue;
    const std::vector<std::string> cells = absl::StrSplit(line, '|');
    schema[object][Cell(cells.at(1))] = Cell(cells.at(2));
  }
  return schema;
}

class Validator {
 public:
  explicit Validator(const Schema& schema) : schema_(schema) {}

  // Returns what is wrong with `json`, or an empty text. `path` is the place of `json` in the
  // export.
  std::string Check(const Json& json, const std::string& type, const std::string& path) {
    if (type == "string") return json.is_string() ? "" : path + " is no string";
    if (type == "boolean") return json.is_boolean() ? "" : path + " is no boolean";
    if (type == "integer") return json.is_number_integer() ? "" : path + " is no integer";
    if (type == "number") return json.is_number() ? "" : path + " is no number";
    if (type.rfind("list of ", 0) == 0) return CheckList(json, type.substr(8), path);
    return CheckObject(json, type, path);
  }

  const std::set<std::string>& seen() const { return seen_; }

 private:
  std::string CheckList(const Json& json, const std::string& type, const std::string& path) {
    if (!json.is_array()) return path + " is no list";
    for (size_t i = 0; i < json.size(); ++i) {
      std::string wrong = Check(json[i], type, absl::StrCat(path, "[", i, "]"));
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string CheckObject(const Json& json, const std::string& type, const std::string& path) {
    const auto members = schema_.find(type);
    if (members == schema_.end()) return path + " has the unknown type " + type;
    if (!json.is_object()) return path + " is no object";
    seen_.insert(type);
    for (const auto& [name, value] : json.items()) {
      if (members->second.count(name) == 0) return path + "." + name + " is not documented";
    }
    for (const auto& [name, member] : members->second) {
      if (!json.contains(name)) return path + "." + name + " is missing";
      std::string wrong = Check(json[name], member, path + "." + name);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  const Schema& schema_;
  std::set<std::string> seen_;
};

// Kernels hold 16 points and padding begins early.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.name = "tiny";
  target.lds_bytes = 256;
  target.padding = {4, 8, 4, 3, false, 1};
  return target;
}

Json Export(const std::string& token, std::optional<SchemeKind> scheme) {
  const Problem problem = *ParseToken(token);
  PlanOptions options;
  options.scheme = scheme;
  const PlanNode tree = *MakePlanTree(problem, TinyTarget(), options, nullptr);
  return ToJson(*AssignBuffers(problem, tree, TinyTarget(), options));
}

TEST(SearchJson, IsWhatThePageSays) {
  const Schema schema = ReadSchema("docs/plan-json.md");
  ASSERT_GE(schema.size(), 10u);
  Validator validator(schema);
  const std::pair<const char*, std::optional<SchemeKind>> exports[] = {
      {"complex_forward_len_16_single_op", {}},
      {"complex_forward_len_256_double_ip_batch_2", SchemeKind::kL1dCr},
      {"complex_inverse_len_512_single_op_istride_1_CP_ostride_1_CI", SchemeKind::kL1dCc},
      {"complex_forward_len_18_4_20_double_op", {}},
      {"real_forward_len_60_single_op", {}},
      {"complex_forward_len_4096_single_op", SchemeKind::kL1dTrtrt},
  };
  for (const auto& [token, scheme] : exports) {
    SCOPED_TRACE(token);
    const Json json = Export(token, scheme);
    EXPECT_EQ(json["schema"], "fft.search/1");
    EXPECT_EQ(validator.Check(json, "search", "search"), "");
  }
  for (const auto& [object, members] : schema) {
    EXPECT_EQ(validator.seen().count(object), 1u) << "no export holds a " << object;
  }
}

TEST(SearchJson, TheValidatorNoticesWhatIsWrong) {
  const Schema schema = ReadSchema("docs/plan-json.md");
  Validator validator(schema);
  Json json = Export("complex_forward_len_16_single_op", {});
  json["candidates"][0]["scores"]["fused"] = "many";
  EXPECT_EQ(validator.Check(json, "search", "search"),
            "search.candidates[0].scores.fused is no integer");
  json = Export("complex_forward_len_16_single_op", {});
  json["more"] = 1;
  EXPECT_EQ(validator.Check(json, "search", "search"), "search.more is not documented");
  json.erase("more");
  json.erase("passes");
  EXPECT_EQ(validator.Check(json, "search", "search"), "search.passes is missing");
}

}  // namespace
}  // namespace fft
