"""Fuzz targets with a corpus."""

def fuzz_tests(name, srcs, corpus, deps):
    """Three tests of one fuzz target, whose seeds are the files of `corpus`.

    NAME_fixed: the corpus and the same mutations of it every time, a second or two. NAME_nightly:
    a minute of new ones. NAME: for `bazel run --config=fuzz //tests/inspector:NAME FOLDER`.
    """
    args = ["$(location %s)" % file for file in corpus]
    native.cc_test(
        name = name + "_fixed",
        size = "small",
        srcs = srcs,
        args = ["20000"] + args,
        data = corpus,
        linkstatic = True,
        deps = deps + ["//tests/inspector:fixed_main"],
    )
    for suffix, seconds in [("", "1"), ("_nightly", "60")]:
        native.cc_test(
            name = name + suffix,
            size = "medium",
            srcs = srcs,
            args = ["--seconds", seconds] + args,
            data = corpus,
            linkstatic = True,
            tags = ["manual", "nightly"],
            deps = deps + ["//fft/rtc/testing:fuzz_main"],
        )
