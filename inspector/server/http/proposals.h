// Values that would mend a refused request. Each has been tried: the field is not refused with it.
#ifndef INSPECTOR_SERVER_HTTP_PROPOSALS_H_
#define INSPECTOR_SERVER_HTTP_PROPOSALS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json.h"

namespace fft::inspector {

// Reads a body, or something in its place, and says what is wrong with it.
using BodyCheck = std::function<absl::Status(const Json& body)>;

// `status` with a proposal for the field that it names, where one is found by changing that field
// of `body` and asking `check` again. It is the nearest of the values that the message allows, the
// least number that is valid, or the value that stands in for the field when it is left out.
absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check);

// `status`, in which planning refuses the options of `body`, with a proposal: the first value in
// its text with which `plans`, which plans a body, succeeds. Few are tried, since planning takes
// time.
absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans);

// `status` with a proposal, if it has none yet and says itself what is allowed: the nearest of
// these values. The proposal is not tried, which suits names and bounds. Options of plans would
// need a trial, so they get no proposal.
absl::Status WithProposalOfText(absl::Status status);

// The proposal that a status carries, or null.
Json ProposalOf(const absl::Status& status);

// The name in `names` that was probably meant by `name`, or "".
std::string NearestName(const std::string& name, const std::vector<std::string>& names);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_PROPOSALS_H_
