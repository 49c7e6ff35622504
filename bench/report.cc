#include "bench/report.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "bench/drawn_problems.h"
#include "bench/statistics.h"
#include "fft/base/status.h"
#include "fft/core/problem.h"

namespace fft::bench {
namespace {

std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

// Collects a figure of several problems: "geometric mean 0.93, least 0.71 (TOKEN)".
struct Figure {
  std::vector<double> values;
  double least = 0;
  std::string least_token;

  void Add(double value, const std::string& token) {
    if (values.empty() || value < least) {
      least = value;
      least_token = token;
    }
    values.push_back(value);
  }

  std::string Line(const std::string& what) const {
    if (values.empty()) return absl::StrCat(what, ": nothing was timed\n");
    return absl::StrFormat("%s: geometric mean %.3f over %d, least %.3f (%s)\n", what,
                           GeometricMean(values), values.size(), least, least_token);
  }
};

// A figure of all problems and, if there are several kinds, a figure of each kind.
struct FigureByKind {
  Figure all;
  std::array<Figure, kProblemKinds> kinds;

  void Add(double value, const std::string& token) {
    all.Add(value, token);
    const absl::StatusOr<Problem> problem = ParseToken(token);
    FFT_CHECK(problem.ok());  // a problem that was timed is legal
    kinds[static_cast<size_t>(KindOf(*problem))].Add(value, token);
  }

  std::string Lines(const std::string& what) const {
    std::string text = all.Line(what);
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      if (kinds[kind].values.empty() || kinds[kind].values.size() == all.values.size()) continue;
      absl::StrAppend(&text, kinds[kind].Line("  " + ToString(static_cast<ProblemKind>(kind))));
    }
    return text;
  }
};

// Returns the ratio to the fastest peer that has a time; 0 if no peer has a time.
double RatioToTheBest(const BenchResult& result) {
  double ratio = 0;
  for (size_t i = 0; i < result.peers.size(); ++i) {
    if (!result.peers[i].refusal.empty()) continue;
    ratio = ratio == 0 ? result.Ratio(i) : std::min(ratio, result.Ratio(i));
  }
  return ratio;
}

}  // namespace

std::string HeaderLine(const std::vector<std::string>& peers) {
  std::string line =
      absl::StrFormat("%12s %12s %6s %8s", "ours [ms]", "copy [ms]", "copy/", "GB/s");
  for (const std::string& peer : peers) {
    absl::StrAppendFormat(&line, " %12s %6s", absl::StrCat(peer, " [ms]"), "ratio");
  }
  return line + "  token";
}

std::string ResultLine(const BenchResult& result) {
  if (!result.refusal.empty()) {
    return absl::StrCat("refused: ", result.refusal, "  ", result.token);
  }
  std::string line = absl::StrFormat("%12.5f %12.5f %6.3f %8.1f", result.ms, result.copy_ms,
                                     result.CopyFraction(), result.GigabytesPerSecond());
  for (size_t i = 0; i < result.peers.size(); ++i) {
    if (result.peers[i].refusal.empty()) {
      absl::StrAppendFormat(&line, " %12.5f %6.3f", result.peers[i].ms, result.Ratio(i));
    } else {
      absl::StrAppendFormat(&line, " %12s %6s", "-", "-");
    }
  }
  return absl::StrCat(line, "  ", result.token);
}

std::string Summary(const std::vector<BenchResult>& results,
                    const std::vector<std::string>& peers) {
  FigureByKind copy, best;
  std::vector<Figure> ratios(peers.size());
  int refused = 0;
  for (const BenchResult& result : results) {
    if (!result.refusal.empty()) {
      ++refused;
      continue;
    }
    copy.Add(result.CopyFraction(), result.token);
    for (size_t i = 0; i < result.peers.size(); ++i) {
      if (result.peers[i].refusal.empty()) ratios[i].Add(result.Ratio(i), result.token);
    }
    if (const double ratio = RatioToTheBest(result); ratio > 0) best.Add(ratio, result.token);
  }
  std::string text = absl::StrCat(results.size() - refused, " timed, ", refused, " refused\n");
  absl::StrAppend(&text, copy.Lines("fraction of a copy"));
  if (peers.size() == 1) {
    absl::StrAppend(&text, best.Lines(absl::StrCat("speed against ", peers[0])));
  } else if (peers.size() > 1) {
    for (size_t i = 0; i < peers.size(); ++i) {
      absl::StrAppend(&text, ratios[i].Line(absl::StrCat("speed against ", peers[i])));
    }
    absl::StrAppend(&text,
                    best.Lines("speed against the fastest of " + absl::StrJoin(peers, ", ")));
  }
  return text;
}

std::string CsvHeader(const std::vector<std::string>& peers) {
  std::string line =
      "token,device,date,machine,ours_ms,copy_ms,copy_fraction,gb_per_s,plan_ms,workspace_bytes,"
      "kernels,array_sets,refusal";
  for (const std::string& peer : peers) {
    absl::StrAppend(&line, ",", peer, "_ms,", peer, "_ratio,", peer, "_workspace_bytes,", peer,
                    "_refusal");
  }
  return line + "\n";
}

std::string CsvRow(const BenchResult& result, const BenchMachine& machine) {
  std::string line = absl::StrCat(CsvField(result.token), ",", CsvField(machine.device), ",",
                                  CsvField(machine.date), ",", CsvField(machine.machine), ",");
  if (result.refusal.empty()) {
    absl::StrAppendFormat(&line, "%.6g,%.6g,%.4g,%.5g,%.4g,%d,%d,%d,", result.ms, result.copy_ms,
                          result.CopyFraction(), result.GigabytesPerSecond(), result.plan_ms,
                          result.workspace_bytes, result.kernels, result.array_sets);
  } else {
    absl::StrAppend(&line, ",,,,,,,,", CsvField(result.refusal));
  }
  for (size_t i = 0; i < result.peers.size(); ++i) {
    const PeerResult& peer = result.peers[i];
    if (peer.refusal.empty()) {
      absl::StrAppendFormat(&line, ",%.6g,%.4g,%d,", peer.ms, result.Ratio(i),
                            peer.workspace_bytes);
    } else {
      absl::StrAppend(&line, ",,,,", CsvField(peer.refusal));
    }
  }
  return line + "\n";
}

}  // namespace fft::bench
