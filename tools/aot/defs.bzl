"""Kernel caches made by the build."""

def fft_kernel_cache(name, list, out = None, **kwargs):
    """Compiles the kernels of a list into a cache to ship with the library.

    Args:
      name: of the target.
      list: the kernels; tools/aot/kernel_list.h tells the format.
      out: the file; default: NAME.db. The library finds fft_kernels.db in its own folder.
      **kwargs: further attributes of the genrule.
    """
    # The tools are those of this repository, also when another repository uses the rule.
    tool = str(Label("//tools/aot:fft_aot_cache"))
    helper = str(Label("//fft/rtc/helper:fft_rtc_helper"))

    # The tool stands in srcs, not in tools: it is the same for host and target, and is built once.
    native.genrule(
        name = name,
        srcs = [
            list,
            tool,
            helper,
        ],
        outs = [out or name + ".db"],
        cmd = "$(location %s) --quiet --list $(location %s) --out $@" % (tool, list),
        **kwargs
    )
