// Protects against links on other sites: opening such a link does not plan. The page shows what the
// link asks for and plans it after a click. The server marks pages that were opened from another
// site.
import { render } from "preact";
import { takeKey } from "../state/api.ts";
import "../styles/foreign_link.css";

const kMark = 'meta[name="fft-opened-by"]';

function Banner({ token, take, leave }: { token: string; take: () => void; leave: () => void }) {
  return (
    <div class="foreign-link" role="alertdialog" aria-label="A link from another site">
      <p>
        Another site's link asks to plan <code>{token === "" ? "another view" : token}</code>.
      </p>
      <button class="primary" type="button" onClick={take}>
        Plan it
      </button>
      <button type="button" onClick={leave}>
        Leave it
      </button>
    </div>
  );
}

// Must be called before the page reads its address.
export function holdForeignLink(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (document.querySelector(kMark) === null || visit?.type !== "navigate") return;
  takeKey();
  const hash = window.location.hash;
  if (hash.length <= 1) return;
  window.history.replaceState(null, "", window.location.pathname);
  const place = document.body.appendChild(document.createElement("div"));
  const leave = () => {
    render(null, place);
    place.remove();
  };
  const take = () => {
    leave();
    window.location.hash = hash;
  };
  const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
  render(<Banner token={token} take={take} leave={leave} />, place);
}
