// Banners at the top of the page: the server does not answer, or something other than the request
// failed.
import { readableBytes } from "../model/format.ts";
import { connected } from "../state/api.ts";
import { notice } from "../state/notice.ts";
import { candidate, detail, pending } from "../state/state.ts";

export function Banners() {
  return (
    <div role="status" aria-live="polite">
      {!connected.value && (
        <p class="banner" data-testid="disconnected">
          The server does not answer. The page asks it again until it does, and then goes on; what stands below was
          planned before.
        </p>
      )}
      {notice.value !== "" && (
        <p class="banner" data-testid="notice">
          {readableBytes(notice.value)}{" "}
          <button type="button" class="link" onClick={() => (notice.value = "")}>
            Close
          </button>
        </p>
      )}
      <Pending />
    </div>
  );
}

// Says that the selected candidate is still loading, or that it cannot be shown.
function Pending() {
  const [wanted, shown] = [candidate.value, detail.value?.candidate];
  if (!connected.value || wanted === null || shown === undefined || wanted === shown) return null;
  if (pending.error.value === "" && !pending.loading.value) return null;
  return (
    <p class={pending.error.value === "" ? "banner late" : "banner"} data-testid="pending">
      {pending.error.value === ""
        ? `Candidate ${wanted} is loading; below stands candidate ${shown}.`
        : `Candidate ${wanted} cannot be shown: ${pending.error.value}. Below stands candidate ${shown}. `}
      {pending.error.value !== "" && (
        <button type="button" class="link" onClick={pending.retry}>
          Try again
        </button>
      )}
    </p>
  );
}
