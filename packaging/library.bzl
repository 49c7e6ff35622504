"""The library as one object file, from which the static and the shared library are made."""

def _archives(infos):
    """Each once, also where several of the infos bring it."""
    files = []
    for info in infos:
        for linker_input in info.linking_context.linker_inputs.to_list():
            for library in linker_input.libraries:
                files.append(library.pic_static_library or library.static_library)
    return depset(files).to_list()

def _debian_archives(infos, prefix):
    """The flags that name Debian's archives, each once."""
    flags = []
    for info in infos:
        for linker_input in info.linking_context.linker_inputs.to_list():
            flags += [flag for flag in linker_input.user_link_flags if flag.startswith(prefix)]
    return depset(flags).to_list()

def _single_object_impl(ctx):
    roots = [root[CcInfo] for root in ctx.attr.roots]
    whole = [root.files.to_list()[0] for root in ctx.attr.whole]
    archives = _archives(roots)
    whole_paths = [file.short_path.replace(".pic.a", ".a") for file in whole]
    first = [f for f in archives if f.short_path.replace(".pic.a", ".a") in whole_paths]
    rest = [f for f in archives if f not in first]
    arguments = ctx.actions.args()
    arguments.add_all(["-r", "--force-group-allocation"])
    arguments.add("--whole-archive")
    arguments.add_all(first)
    arguments.add_all(["--no-whole-archive", "--start-group"])
    arguments.add_all(rest)
    arguments.add("-L/usr/lib/x86_64-linux-gnu")
    arguments.add_all(_debian_archives(roots, "-l:libabsl_"))
    last = _archives([ctx.attr.last[CcInfo]])[0]
    unique = ctx.actions.declare_file(ctx.label.name + ".unique")
    ctx.actions.run_shell(
        inputs = first + rest + [last] + [ctx.file.symbols],
        outputs = [ctx.outputs.out, unique],
        arguments = [arguments],
        # Only the listed symbols stay visible, so no other copy of a library inside can meet this
        # one. GNU's unique symbols, which objcopy leaves visible, are made weak ones before.
        command = """
            set -e
            ld.bfd "$@" "$(g++ -print-file-name=libstdc++.a)" --end-group -o {unique}
            objcopy --redefine-sym stderr=fft_standard_error {unique}
            ld.bfd -r -o {out} {unique} --whole-archive {last}
            nm -g {out} | awk '$2 == "u" {{ print $3 }}' > {unique}
            objcopy --strip-debug --weaken-symbols={unique} {out}
            objcopy --keep-global-symbols={symbols} {out}
        """.format(
            out = ctx.outputs.out.path,
            symbols = ctx.file.symbols.path,
            last = last.path,
            unique = unique.path,
        ),
        mnemonic = "SingleObject",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

single_object = rule(
    doc = """Links `roots` and all they need into one relocatable object, with Abseil and the C++ runtime.

    Debian's Abseil archives are compiled for programs (-fPIE): they reach data of the C++ runtime, such
    as vtables of streams, at fixed distances, which a shared object may do only inside itself. So the
    C++ runtime, whose archive is position-independent, is inside as well, hidden like all the rest.
    """,
    implementation = _single_object_impl,
    attrs = {
        "roots": attr.label_list(providers = [CcInfo]),
        "whole": attr.label_list(doc = "Those of the roots whose objects are all taken, first."),
        "last": attr.label(providers = [CcInfo], doc = "Defines fft_standard_error."),
        "symbols": attr.label(allow_single_file = True, doc = "One a line: what stays visible."),
        "out": attr.output(mandatory = True),
    },
)
