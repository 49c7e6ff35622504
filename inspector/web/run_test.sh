#!/usr/bin/env bash
# Runs one of the page's tests: run_test.sh types|lint|unit|budget|browser|trust|lost|axe|screenshots REASON
#
# REASON is why the page could not be built, or empty. A test that cannot run here says SKIPPED, in
# a line of its own and on top of its log, and passes.
set -euo pipefail
name="$1"
reason="${2:-}"

skip() {
  echo "SKIPPED: the page's $name test: $1"
  exit 0
}
[[ -z "$reason" ]] || skip "$reason"

root="$PWD"
node="$(ls -d "$root"/external/npm/node "$root"/../npm/node 2>/dev/null | head -1)"
modules="$(ls -d "$root"/external/npm/node_modules "$root"/../npm/node_modules 2>/dev/null | head -1)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp -rL inspector/web/src inspector/web/test inspector/web/tsconfig.json "$work"
ln -s "$modules" "$work/node_modules"
cp inspector/web/package.json "$work" 2>/dev/null || echo '{"type": "module"}' >"$work/package.json"

# Bundles a test for node, without the packages that it imports.
bundle() {
  "$node" "$work/node_modules/esbuild/bin/esbuild" "$1" --bundle --platform=node --format=esm \
    --packages=external --jsx=automatic --jsx-import-source=preact --log-level=warning \
    --outfile="$2"
}

case "$name" in
  types)
    cd "$work"
    "$node" node_modules/typescript/bin/tsc --noEmit -p .
    ;;
  lint)
    cp -L inspector/web/.oxlintrc.json "$work"
    cd "$work"
    "$node" node_modules/oxlint/bin/oxlint --type-aware --deny-warnings src test
    ;;
  unit)
    cp -L inspector/server/schemas.json "$work"
    for test in "$work"/test/*_test.ts; do
      bundle "$test" "$work/$(basename "$test" .ts).mjs"
    done
    cd "$work"
    "$node" --test ./*_test.mjs
    ;;
  budget)
    # The most compressed bytes that a browser loads for the first paint, and for the rest of the
    # page.
    limit=61440
    cd inspector/web/dist
    first=$(cat app.js.gz shared.js.gz app.css.gz | wc -c)
    later=$(cat later.js.gz | wc -c)
    echo "first paint: $first bytes, the rest: $later bytes; allowed: at most $limit each"
    ((first <= limit && later <= limit && first > 0 && later > 0))
    ;;
  browser | trust | lost | axe)
    chromium="$(command -v chromium || command -v chromium-browser || true)"
    [[ -n "$chromium" ]] || skip "chromium is not installed"
    bundle "$work/test/browser.ts" "$work/browser.mjs"
    cd "$work"
    GROUP="$name" CHROMIUM="$chromium" SERVER="$root/inspector/server/fft_inspect" \
      FFT="$root/tools/cli/fft" BENCH="$root/bench/fft_bench" \
      SCREENSHOTS="${TEST_UNDECLARED_OUTPUTS_DIR:-$work}" "$node" browser.mjs
    ;;
  screenshots)
    chromium="$(command -v chromium || command -v chromium-browser || true)"
    [[ -n "$chromium" ]] || skip "chromium is not installed"
    bundle "$work/test/screenshots.ts" "$work/screenshots.mjs"
    cd "$work"
    CHROMIUM="$chromium" SERVER="$root/inspector/server/fft_inspect" \
      PICTURES="$BUILD_WORKSPACE_DIRECTORY/docs/images/inspector" "$node" screenshots.mjs
    ;;
  *)
    echo "no test of this name: $name" >&2
    exit 2
    ;;
esac
