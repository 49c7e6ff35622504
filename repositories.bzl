"""What a workspace needs besides this one, for Debian's Bazel 4.2.3; nothing is fetched."""

def _folder_impl(context):
    here = context.path(Label("//:repositories.bzl")).dirname
    for path in context.attr.files:
        source = here.get_child("third_party").get_child(context.name)
        for part in path.split("/"):
            source = source.get_child(part)
        context.symlink(source, path)
    context.file("WORKSPACE", "workspace(name = \"%s\")\n" % context.name)

# The rule finds its files by path. A label cannot name them, since .bazelignore hides these folders
# from the main repository.
_third_party_folder = repository_rule(
    doc = "Files of the folder third_party/NAME of this repository, wherever that lies.",
    implementation = _folder_impl,
    attrs = {"files": attr.string_list()},
)

# Debian's packages bazel-rules-java, bazel-rules-proto, bazel-skylib and bazel-platforms.
_DEBIAN = {
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "platforms": "/usr/share/bazel/platforms",
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_proto": "/usr/share/bazel/rules/proto",
}

# Debian's bazel-rules-cc does not load in Bazel 4.2.3; the shim re-exports the native rules.
_OWN = {
    "remote_coverage_tools": ["BUILD"],
    "rules_cc": [
        "BUILD",
        "cc/BUILD",
        "cc/defs.bzl",
    ],
}

def fft_repositories():
    """Defines the repositories that Bazel itself asks for, except those that the workspace has already."""
    for name, path in _DEBIAN.items():
        if not native.existing_rule(name):
            native.local_repository(name = name, path = path)
    for name, files in _OWN.items():
        if not native.existing_rule(name):
            _third_party_folder(name = name, files = files)
