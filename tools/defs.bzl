"""Rules with this project's defaults."""

def fft_cc_test(name, deps = [], size = "medium", **kwargs):
    """A GoogleTest binary: cc_test with gtest_main, static but for glibc."""
    native.cc_test(
        name = name,
        size = size,
        deps = deps + ["//third_party/googletest:gtest_main"],
        linkstatic = True,
        **kwargs
    )

def planner_sources(exclude = []):
    """The files of a folder from which decisions of the planner follow, but for `exclude`."""
    native.filegroup(
        name = "sources",
        srcs = native.glob(["**"], exclude = ["**/*_test.cc", "BUILD"] + exclude),
        visibility = ["//fft/exec:__pkg__"],
    )

def digest_header(name, srcs, namespace, constant, what):
    """A library of the header NAME.h with the digest of `srcs`, which `what` says in words."""
    guard = "_".join([native.package_name().replace("/", "_"), name, "H_"]).upper()
    native.genrule(
        name = name + "_header",
        srcs = srcs,
        outs = [name + ".h"],
        cmd = "\n".join([
            "digest=$$(cat $(SRCS) | sha256sum | cut -c1-32)",
            "{",
            "  echo '// The digest of %s of this build.'" % what,
            "  echo '#ifndef %s'" % guard,
            "  echo '#define %s'" % guard,
            "  echo 'namespace %s {'" % namespace,
            "  echo \"inline constexpr char %s[] = \\\"$$digest\\\";\"" % constant,
            "  echo '}  // namespace %s'" % namespace,
            "  echo '#endif  // %s'" % guard,
            "} > $@",
        ]),
    )
    native.cc_library(
        name = name,
        hdrs = [":%s_header" % name],
    )
