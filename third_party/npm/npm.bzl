"""Node packages of the web page, fetched by `npm ci` from a lock file.

The repository holds the label //:node (the interpreter on PATH), //:node_modules (one source
directory) and //:defs.bzl with NPM_AVAILABLE and NPM_REASON. Where node or npm is missing, or the
packages cannot be fetched, nothing fails: NPM_AVAILABLE is False, the inspector embeds a notice in
place of its page and the web tests skip. `bazel sync --only=npm` tries again.
"""

_BUILD = """
exports_files(["node", "node_modules", "defs.bzl"], visibility = ["//visibility:public"])
"""

def _defs(ctx, available, reason):
    ctx.file("defs.bzl", "NPM_AVAILABLE = %s\nNPM_REASON = %r\n" % (available, reason))

def _without(ctx, reason):
    # buildifier: disable=print
    print("the inspector's page is replaced by a notice: " + reason)
    ctx.file("BUILD", _BUILD)
    ctx.file("node", "#!/bin/sh\nexit 1\n", executable = True)
    ctx.file("node_modules/none", "")
    _defs(ctx, False, reason)

def _npm_ci_impl(ctx):
    # These files are read first, so that a change of the lock file repeats the fetch even if the
    # code below fails.
    package = ctx.path(ctx.attr.package_json)
    lock = ctx.path(ctx.attr.package_lock)
    node = ctx.which("node") or ctx.which("nodejs")
    npm = ctx.which("npm")
    if not node or not npm:
        return _without(ctx, "node or npm is not installed")
    version = ctx.execute([node, "-p", "process.versions.node.split('.')[0]"])
    if version.return_code != 0 or int(version.stdout.strip()) < 18:
        return _without(ctx, "node is older than 18")
    ctx.symlink(package, "package.json")
    ctx.symlink(lock, "package-lock.json")

    # --ignore-scripts turns install scripts off. esbuild then runs through its own JavaScript shim.
    result = ctx.execute(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
        timeout = 600,
    )
    if result.return_code != 0:
        return _without(ctx, "npm ci failed: " + " ".join(result.stderr.split())[:300])
    ctx.symlink(node, "node")
    ctx.file("BUILD", _BUILD)
    _defs(ctx, True, "")

npm_ci = repository_rule(
    implementation = _npm_ci_impl,
    attrs = {
        "package_json": attr.label(mandatory = True, allow_single_file = True),
        "package_lock": attr.label(mandatory = True, allow_single_file = True),
    },
    environ = ["PATH"],
)
