// Stories of links on other sites.
import assert from "node:assert/strict";
import { planned, type Stage } from "./harness.ts";

const kElsewhere = "http://elsewhere.example/";

// A link on another site only shows its token; a click plans it.
export async function followAForeignLink({ context, url }: Stage): Promise<void> {
  const other = await context.newPage();
  const token = "complex_forward_len_7680_double_op";
  const asked: string[] = [];
  other.on("request", (request) => {
    if (request.method() === "POST") asked.push(request.postData() ?? "");
  });
  await other.route(`${kElsewhere}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${url}#token=${token}">look</a>` }),
  );
  await other.goto(kElsewhere);
  await other.click("a");
  await planned(other);
  const banner = other.getByRole("alertdialog");
  assert.match((await banner.textContent()) ?? "", new RegExp(token));
  assert.ok(!asked.some((body) => body.includes("7680")), asked.join("\n"));
  await banner.getByRole("button", { name: "Plan it" }).click();
  await other.waitForFunction(() => window.location.hash.includes("7680"));
  await planned(other);
  assert.equal(await banner.count(), 0);
  assert.ok(asked.some((body) => body.includes("7680")));
  // If the user types the same link, it is planned at once.
  asked.length = 0;
  await other.goto("about:blank");
  await other.goto(`${url}#token=${token}`);
  await planned(other);
  assert.equal(await banner.count(), 0);
  await other.close();
}
