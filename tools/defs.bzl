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
