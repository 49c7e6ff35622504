"""Libraries that forward their calls and make the n-th fail (failing_calls.c)."""

_FOLDER = "//fft/rtc/testing/failing_calls:"

def failing_list(name, pattern, sources):
    """Makes NAME.inc, the entry points that `pattern` finds in `sources`."""
    native.genrule(
        name = name + "_list",
        testonly = True,
        srcs = sources,
        outs = [name + ".inc"],
        cmd = "$(location %slist_calls.sh) '%s' $(SRCS) > $@" % (_FOLDER, pattern),
        tools = [_FOLDER + "list_calls.sh"],
    )

def failing_library(name, pattern, sources):
    """Makes libNAME.so, which stands in front of a library with those entry points."""
    failing_list(name, pattern, sources)
    native.cc_binary(
        name = "lib%s.so" % name,
        testonly = True,
        srcs = [
            name + ".inc",
            _FOLDER + "failing_calls.c",
        ],
        copts = ["-fvisibility=hidden"],
        linkopts = ["-ldl"],
        linkshared = True,
        local_defines = ["FAILING_CALLS='\"%s/%s.inc\"'" % (native.package_name(), name)],
    )
