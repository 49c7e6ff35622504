"""What the folder of every kind of kernel builds."""

def kernel_kind(parts = []):
    """The library :kernel, which the table of kinds sees, and :sources.

    Args:
      parts: what the kernel's generator is made of besides emit and lower, as stems of .h and .cc.
    """
    stems = ["emit", "lower"] + parts
    native.cc_library(
        name = "kernel",
        srcs = [stem + ".cc" for stem in stems],
        hdrs = [stem + ".h" for stem in stems],
        visibility = ["//fft/kernels:__pkg__"],
        deps = [
            "//fft/base:int_math",
            "//fft/codegen/ast:builder",
            "//fft/codegen/dag:butterfly",
            "//fft/core:dim",
            "//fft/tree:kernel_choice",
            "//fft/kernels:kernel_row",
            "//fft/choice:line_map",
            "//fft/kernels:lowering",
            "//fft/kernels/lines",
            "//third_party/abseil",
        ],
    )
    native.filegroup(
        name = "sources",
        srcs = [stem + end for stem in stems for end in (".cc", ".h")],
        visibility = ["//fft/kernels:__pkg__"],
    )
