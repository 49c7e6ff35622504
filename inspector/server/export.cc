#include "inspector/server/export.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "inspector/server/assets.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

class Document {
 public:
  Document(const StoredPlan& plan, const Cancellation& cancellation)
      : plan_(plan), cancellation_(cancellation), prefix_(absl::StrCat("/plans/", plan.id)) {}

  void Add(const std::string& path, const Json& body) {
    std::string text = Text(body);
    auto it = known_.find(text);
    if (it == known_.end()) {
      bodies_.push_back(std::move(text));
      it = known_.emplace(bodies_.back(), bodies_.size() - 1).first;
    }
    responses_[path] = it->second;
  }

  // Adds the view's answer. If the view refuses these arguments, nothing is added, for example for
  // a candidate without kernels.
  void AddView(const std::string& name, const std::map<std::string, std::string>& arguments,
               const std::string& query) {
    if (cancellation_.cancelled()) return;
    const absl::StatusOr<const View*> view = FindView(name);
    if (!view.ok()) return;
    std::string path = (*view)->path;
    for (const auto& [argument, value] : arguments) {
      path = absl::StrReplaceAll(path, {{absl::StrCat("{", argument, "}"), value}});
    }
    const absl::StatusOr<Json> body = (*view)->make({plan_, plan_, arguments});
    if (body.ok()) Add(absl::StrCat(prefix_, path, query), *body);
  }

  void AddCandidate(int index) {
    const std::string candidate = absl::StrCat(index);
    AddView("candidate", {{"candidate", candidate}}, "");
    AddView("strides", {{"candidate", candidate}}, "");
    AddView("hints", {{"candidate", candidate}}, "");
    const size_t steps = plan_.plan.search.candidates[index].steps.size();
    for (size_t step = 0; step < steps; ++step) {
      AddView("source", {{"candidate", candidate}, {"kernel", absl::StrCat(step)}},
              absl::StrCat("?candidate=", candidate));
      AddView("lds", {{"candidate", candidate}, {"kernel", absl::StrCat(step)}},
              absl::StrCat("?candidate=", candidate));
    }
  }

  // Completes the document. `head` is the text of an object, to which the answers are added as last
  // members.
  std::string Take(std::string head) && {
    known_.clear();
    head.pop_back();
    Json responses = Json::object();
    for (const auto& [path, index] : responses_) responses.emplace(path, index);
    absl::StrAppend(&head, ",\"responses\":", Text(responses), ",\"bodies\":[");
    size_t bytes = head.size() + 2 + bodies_.size();
    for (const std::string& body : bodies_) bytes += body.size();
    head.reserve(bytes);
    const char* comma = "";
    for (; !bodies_.empty(); bodies_.pop_front()) {
      absl::StrAppend(&head, comma, bodies_.front());
      comma = ",";
    }
    head += "]}";
    return head;
  }

  static std::string Text(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
  }

 private:
  const StoredPlan& plan_;
  const Cancellation& cancellation_;
  const std::string prefix_;
  std::deque<std::string> bodies_;
  std::map<absl::string_view, size_t> known_;  // index into bodies_, by text
  std::map<std::string, size_t> responses_;    // index into bodies_, by path
};

}  // namespace

absl::StatusOr<std::string> ExportDocument(const StoredPlan& plan, const Json& extra,
                                           const Cancellation& cancellation) {
  Document document(plan, cancellation);
  for (const auto& answer : extra.items()) document.Add(answer.key(), answer.value());
  for (const View& view : Views()) {
    if (PathArguments(view.path).empty()) document.AddView(view.name, {}, "");
  }
  const int total = static_cast<int>(plan.plan.search.candidates.size());
  document.AddView("candidates", {{"limit", "500"}}, "?limit=500");
  const int detailed = std::min(total, kExportedCandidates);
  for (int i = 0; i < detailed; ++i) document.AddCandidate(i);
  if (plan.plan.candidate >= detailed) document.AddCandidate(plan.plan.candidate);
  for (size_t step = 0; step < plan.plan.chosen().steps.size(); ++step) {
    const std::string candidate = absl::StrCat(plan.plan.candidate);
    document.AddView("ast", {{"candidate", candidate}, {"kernel", absl::StrCat(step)}},
                     absl::StrCat("?candidate=", candidate));
  }
  const int compared = std::min(total, kComparedCandidates);
  for (int a = 0; a < compared; ++a) {
    for (int b = 0; b < compared; ++b) {
      if (a == b) continue;
      document.AddView("compare", {{"candidate", absl::StrCat(a)}, {"other", absl::StrCat(b)}}, "");
    }
  }
  const size_t leaves = LeafIds(plan.plan.tree).size();
  for (size_t leaf = 0; leaf < leaves; ++leaf) {
    document.AddView("verdicts", {{"leaf", absl::StrCat(leaf)}}, "");
  }
  FFT_RETURN_IF_ERROR(cancellation.Check());
  return std::move(document).Take(Document::Text({{"schema", "fft.inspector.export/1"},
                                                  {"summary", PlanSummaryView(plan)},
                                                  {"limits",
                                                   {{"candidates", total},
                                                    {"candidates_in_detail", detailed},
                                                    {"candidates_compared", compared}}}}));
}

absl::StatusOr<std::string> ExportHtml(const std::string& document) {
  std::map<std::string, std::string> files;
  for (const Asset& asset : Assets()) {
    files[asset.path] = std::string(asset.plain, asset.plain_size);
  }
  if (files["/single.js"].empty()) {
    return absl::FailedPreconditionError(
        "the page was not built into this server (Node.js was missing); export JSON instead");
  }
  // Inside a script element only "</script" and "<!--" end the element or change how it is parsed.
  const std::string data = absl::StrReplaceAll(document, {{"<", "\\u003c"}});
  const std::string script =
      absl::StrReplaceAll(files["/single.js"], {{"</script", "<\\/script"}, {"<!--", "<\\!--"}});
  return absl::StrReplaceAll(
      files["/"],
      {{"<link rel=\"stylesheet\" href=\"app.css\">",
        absl::StrCat("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: "
                     "blob:\"><style>",
                     files["/app.css"], "</style>")},
       {"<link rel=\"modulepreload\" href=\"shared.js\">", ""},
       {"<script type=\"module\" src=\"app.js\"></script>", ""},
       {"</body>", absl::StrCat("<script type=\"application/json\" id=\"export\">", data,
                                "</script><script>", script, "</script></body>")}});
}

}  // namespace fft::inspector
