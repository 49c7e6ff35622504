#include <algorithm>
#include <sstream>
#include <utility>

#include "fft/base/names.h"
#include "fft/base/status.h"
#include "fft/kernels/generate.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

// The titles of a source's sections, which are the source's "//" lines. Emitters print only the
// remarks of an AST in this form.
Json Sections(const std::string& source) {
  Json sections = Json::array();
  std::istringstream text(source);
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    const size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos || line.compare(start, 3, "// ") != 0) continue;
    sections.push_back({{"line", number}, {"title", line.substr(start + 3)}});
  }
  return sections;
}

// The language in which the page highlights a source.
const char* HighlightOf(Dialect dialect) {
  switch (dialect) {
    case Dialect::kCudaPtx:
      return "ptx";
    case Dialect::kHostLlvm:
      return "llvm";
    default:
      return "cpp";
  }
}

Json SourceView(const std::string& name, Json name_parts, const Target& target,
                const SourceForm& source) {
  int64_t lines = std::count(source.text.begin(), source.text.end(), '\n');
  if (!source.text.empty() && source.text.back() != '\n') ++lines;
  return {{"name", name},
          {"dialect", fft::ToString(source.dialect)},
          {"dialects", NamesOf(DialectsOf(target))},
          {"target", target.name},
          {"language", HighlightOf(source.dialect)},
          {"lines", lines},
          {"sections", Sections(source.text)},
          {"text", source.text},
          {"name_parts", std::move(name_parts)}};
}

}  // namespace

double IdealBytes(const Problem& problem) {
  double bytes = 0;
  for (const ArrayDescription* side : {&problem.input, &problem.output}) {
    double elements = problem.batch;
    for (int64_t length : StoredLengths(problem, *side)) elements *= length;
    bytes += elements * ElementBytes(problem, *side) * (IsPlanar(side->format) ? 2 : 1);
  }
  return bytes;
}

Json KernelView(const kernels::PlannedKernel& kernel) {
  Json json = kernels::ToJson(kernel);
  json["flops_per_byte"] = nullptr;
  if (kernel.bytes_moved > 0) {
    json["flops_per_byte"] = static_cast<double>(kernel.flops) / kernel.bytes_moved;
  }
  return json;
}

Json KernelView(const PlanDescription& plan, int candidate,
                const std::vector<kernels::PlannedKernel>& kernels, int index) {
  Json json = KernelView(kernels[index]);
  const PlannedRelay* const relay = candidate == plan.candidate ? plan.RelayOf(index) : nullptr;
  if (relay == nullptr) return json;
  json["relay"] = {{"leg", index - relay->first},       {"name", relay->name},
                   {"blocks", relay->blocks()},         {"threads", relay->threads},
                   {"lds_bytes", relay->lds_bytes},     {"pieces", relay->pieces},
                   {"piece_bytes", relay->piece_bytes}, {"ahead", relay->ahead}};
  return json;
}

Json KernelsView(const PlanDescription& plan, int candidate,
                 const std::vector<kernels::PlannedKernel>& kernels) {
  Json list = Json::array();
  int64_t bytes = 0;
  int64_t flops = 0;
  for (const kernels::PlannedKernel& kernel : kernels) {
    list.push_back(KernelView(plan, candidate, kernels, static_cast<int>(list.size())));
    bytes += kernel.bytes_moved;
    flops += kernel.flops;
  }
  const double ideal = IdealBytes(plan.problem);
  return {{"kernels", std::move(list)},
          {"bytes_moved", bytes},
          {"flops", flops},
          {"ideal_bytes", ideal},
          {"amplification", ideal > 0 ? bytes / ideal : 0}};
}

Json SourceView(const kernels::PlannedKernel& kernel, const Target& target,
                const SourceForm& source) {
  return SourceView(kernel.name, NamePartsView(kernel.spec), target, source);
}

Json SourceView(const PlannedRelay& relay, const Target& target, const SourceForm& source) {
  return SourceView(relay.name, Json::array(), target, source);
}

absl::StatusOr<Json> AstView(const kernels::PlannedKernel& kernel, Dialect dialect) {
  kernels::SourceReport report;
  FFT_RETURN_IF_ERROR(kernels::GenerateSource(kernel.spec, dialect, &report).status());
  Json passes = Json::array();
  for (const kernels::PassReport& pass : report.passes) {
    passes.push_back(
        {{"pass", pass.pass}, {"changed", pass.changed}, {"text", pass.changed ? pass.ast : ""}});
  }
  FFT_ASSIGN_OR_RETURN(const kernels::MappedSource mapped,
                       kernels::GenerateMappedSource(kernel.spec, dialect));
  return Json({{"name", kernel.name},
               {"passes", std::move(passes)},
               {"final", mapped.ast},
               {"source_to_final", mapped.ast_lines}});
}

}  // namespace fft::inspector
