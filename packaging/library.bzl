"""The library as one object file, from which the static and the shared library are made."""

def _archives(infos):
    """Each once, also where several of the infos bring it."""
    files = []
    for info in infos:
        for linker_input in info.linking_context.linker_inputs.to_list():
            for library in linker_input.libraries:
                files.append(library.pic_static_library or library.static_library)
    return depset(files).to_list()

def _debian_archives(infos, prefixes):
    """The flags that name Debian's archives, each once."""
    flags = []
    for info in infos:
        for linker_input in info.linking_context.linker_inputs.to_list():
            for flag in linker_input.user_link_flags:
                flags += [flag for prefix in prefixes if flag.startswith(prefix)]
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
    arguments.add_all(_debian_archives(roots, ctx.attr.archives))
    last = _archives([ctx.attr.last[CcInfo]])[0]
    unique = ctx.actions.declare_file(ctx.label.name + ".unique")
    ctx.actions.run_shell(
        inputs = first + rest + [last] + [ctx.file.symbols],
        outputs = [ctx.outputs.out, unique],
        arguments = [arguments],
        # Only the listed symbols stay visible, so the libraries inside cannot clash with other
        # copies in the program. GNU's unique symbols, which objcopy leaves visible, are made weak
        # symbols before that.
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
        "archives": attr.string_list(
            default = ["-l:libabsl_"],
            doc = "How the flags begin that name Debian's archives to take in.",
        ),
        "roots": attr.label_list(providers = [CcInfo]),
        "whole": attr.label_list(doc = "Those of the roots whose objects are all taken, first."),
        "last": attr.label(providers = [CcInfo], doc = "Defines fft_standard_error."),
        "symbols": attr.label(allow_single_file = True, doc = "One a line: what stays visible."),
        "out": attr.output(mandatory = True),
    },
)

def _layer_over_impl(ctx):
    owners = [part.label for part in ctx.attr.parts]
    archives = []
    for part in ctx.attr.parts:
        for linker_input in part[CcInfo].linking_context.linker_inputs.to_list():
            if linker_input.owner in owners:
                archives += [
                    library.pic_static_library or library.static_library
                    for library in linker_input.libraries
                ]
    archives = depset(archives).to_list()
    arguments = ctx.actions.args()
    arguments.add_all(["-shared", "-static-libstdc++", "-static-libgcc", "-o", ctx.outputs.out])
    arguments.add("-Wl,--whole-archive")
    arguments.add_all(archives)
    arguments.add_all(["-Wl,--no-whole-archive", "-Wl,--no-as-needed", ctx.file.base])
    arguments.add("-Wl,-soname," + ctx.attr.soname)
    arguments.add("-Wl,-rpath," + ctx.attr.run_path)
    arguments.add(ctx.file.version_script, format = "-Wl,--version-script=%s")
    arguments.add_all(["-Wl,-Bsymbolic", "-Wl,--gc-sections", "-Wl,--build-id=none", "-Wl,--strip-all"])
    arguments.add("-Wl,-z,defs,-z,relro,-z,now,-z,nodelete")
    ctx.actions.run_shell(
        inputs = archives + [ctx.file.base, ctx.file.version_script],
        outputs = [ctx.outputs.out],
        arguments = [arguments],
        command = 'g++ "$@"',
        mnemonic = "LayerOver",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

layer_over = rule(
    doc = """Links the objects of `parts` alone into a shared library that loads `base` for all else they need.

    The C++ runtime that they use is inside, hidden, as in `base`.
    """,
    implementation = _layer_over_impl,
    attrs = {
        "parts": attr.label_list(providers = [CcInfo]),
        "base": attr.label(allow_single_file = True, mandatory = True),
        "soname": attr.string(mandatory = True),
        "run_path": attr.string(mandatory = True, doc = "Where the installed library finds `base`."),
        "version_script": attr.label(allow_single_file = True, mandatory = True),
        "out": attr.output(mandatory = True),
    },
)
