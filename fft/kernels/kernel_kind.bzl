"""What the folder of every kind of kernel builds."""

def kernel_kind(choose_deps = [], choose_visibility = [], parts = []):
    """The libraries :choose, which planning sees, and :kernel, which the table of kinds sees, and :sources.

    Args:
      choose_deps: of choose.cc, besides what all kinds need.
      parts: what the kernel's generator is made of besides emit and lower, as stems of .h and .cc.
      choose_visibility: who may use :choose besides kernels and the planner.
    """
    native.cc_library(
        name = "choose",
        srcs = ["choose.cc"],
        hdrs = ["choose.h"],
        visibility = [
            "//fft/kernels:__subpackages__",
            "//fft/plan:__pkg__",
        ] + choose_visibility,
        deps = choose_deps + [
            "//fft/base:int_math",
            "//fft/base:status",
            "//fft/core:kernel_choice",
            "//fft/kernels:host_price",
            "//fft/kernels:line_map",
            "//fft/kernels:request",
            "//third_party/abseil",
        ],
    )
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
            "//fft/core:kernel_choice",
            "//fft/kernels:kernel_row",
            "//fft/kernels:line_map",
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
