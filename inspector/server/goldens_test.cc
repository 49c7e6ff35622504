// Every view of a hand-made plan against a file. `bazel run //inspector/server:goldens_test`
// rewrites the files.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "inspector/server/views/hand_made_plan_testing.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

constexpr char kFolder[] = "inspector/server/goldens/";

// Replaces figures of the cost model and of the generator by their type's name, since the library's
// own tests check them.
Json WithoutLibraryFigures(const Json& json, const std::string& key) {
  if (key == "predicted_us" || key == "fastest_us" || key == "roof_us" || key == "bytes_moved" ||
      key == "nanoseconds" || key == "flops" || key == "amplification" || key == "traffic" ||
      key == "flops_per_byte" || key == "lines" || key == "line" || key == "text" ||
      key == "title") {
    return json.type_name();
  }
  if (key == "target" && json.is_object()) return json["name"];
  if (key == "kernel" && json.is_object()) return "a kernel";
  if (json.is_object()) {
    if (json.contains("better") && json.contains("a") && json["name"] == "nanoseconds") {
      return "a comparison of predicted times";
    }
    if (json.contains("field") && json["field"].get<std::string>().starts_with("kernel")) {
      return "a difference of kernels";
    }
    Json result = Json::object();
    for (const auto& member : json.items()) {
      result[member.key()] = WithoutLibraryFigures(member.value(), member.key());
    }
    return result;
  }
  if (!json.is_array()) return json;
  Json result = Json::array();
  for (const Json& element : json) {
    Json plain = WithoutLibraryFigures(element, key == "kernels" ? "kernel" : "");
    const bool repeated = plain.is_string() && !result.empty() && result.back() == plain &&
                          plain.get<std::string>().starts_with("a ");
    if (!repeated) result.push_back(std::move(plain));
  }
  return result;
}

constexpr size_t kColumns = 100;

// A value on one line where it fits there, else a line a member.
std::string Text(const Json& json, size_t indent) {
  const std::string line = json.dump();
  if (!json.is_structured() || indent + line.size() <= kColumns) return line;
  std::string text(1, line.front());
  const char* comma = "";
  for (const auto& member : json.items()) {
    text += comma + ("\n" + std::string(indent + 1, ' '));
    if (json.is_object()) text += Json(member.key()).dump() + ":";
    text += Text(member.value(), indent + 1);
    comma = ",";
  }
  return text + "\n" + std::string(indent, ' ') + line.back();
}

Json Made(const std::string& view, const std::map<std::string, std::string>& arguments) {
  const StoredPlan plan = HandMadeStored();
  absl::StatusOr<Json> made = (*FindView(view))->make({plan, plan, arguments});
  EXPECT_TRUE(made.ok()) << made.status();
  return made.ok() ? *std::move(made) : Json();
}

// Compares what a view repeats of another one with that, and leaves its name in place of it.
void LeaveOutRepeated(const std::string& name, Json* json) {
  const std::map<std::string, std::string> slices = {{"tree", "tree"},
                                                     {"candidates", "candidates"},
                                                     {"chosen_candidate", "candidate"},
                                                     {"search", "search"},
                                                     {"kernels", "kernels"}};
  for (const auto& [member, view] : slices) {
    if (name != "plan") break;
    Json whole = Made(view, {});
    whole.erase("kernels_error");  // only the view of a candidate has it
    EXPECT_EQ((*json)[member], whole) << member;
    (*json)[member] = "the view " + view;
  }
  const std::map<std::string, std::string> sides = {{"a", "2"}, {"b", "1"}};
  for (const auto& [side, candidate] : sides) {
    if (name != "compare") break;
    const Json steps = Made("candidate", {{"candidate", candidate}})["steps"];
    for (Json& row : (*json)["steps"]) {
      const int at = row[side]["step"].get<int>();
      row[side].erase("step");
      EXPECT_EQ(row[side], steps[at]) << side << at;
      row[side] = "step " + std::to_string(at);
    }
  }
}

class GoldensTest : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldensTest, ViewIsTheFile) {
  const std::string name = GetParam();
  Json made = Made(name, {{"candidate", "2"}, {"other", "1"}, {"leaf", "1"}, {"kernel", "0"}});
  LeaveOutRepeated(name, &made);
  Json json = WithoutLibraryFigures(made, "");
  if (std::set<std::string>{"ast", "kernel", "report", "source", "trace"}.contains(name)) {
    // The values come from the library; the view decides only which members there are, so each
    // value is replaced by its type's name.
    for (auto& member : json.items()) member.value() = member.value().type_name();
  }
  const std::string text = Text(json, 0) + "\n";
  if (const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY")) {
    std::ofstream(std::string(root) + "/" + kFolder + name + ".json") << text;
    return;
  }
  std::ifstream file(kFolder + name + ".json");
  const std::string golden(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(text, golden) << "if this is meant: bazel run //inspector/server:goldens_test";
}

std::vector<const char*> Names() {
  std::vector<const char*> names;
  for (const View& view : Views()) names.push_back(view.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Views, GoldensTest, ::testing::ValuesIn(Names()),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::inspector
