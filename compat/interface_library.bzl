"""A shared library that offers the functions of another library, with all that they need inside."""

load("//packaging:library.bzl", "single_object")

def interface_library(soname, functions, symbols, node = ""):
    """Links `functions`, which may be preloaded into any program: nothing but libc and libm is outside.

    Args:
      soname: the name of the library and its file.
      functions: the cc_library that defines what is exported.
      symbols: the file that lists the exported names, one a line.
      node: the version of every name, for libraries whose programs ask for one.
    """
    parts = [functions, "//third_party/abseil:pic_members"]
    single_object(
        name = soname + "_object",
        out = soname + ".o",
        # SQLite is linked in, since a program that preloads this library may bring another SQLite.
        archives = [
            "-l:libabsl_",
            "-l:libsqlite3",
        ],
        last = "//packaging:standard_error",
        roots = parts,
        symbols = symbols,
        whole = parts,
    )
    native.genrule(
        name = soname + "_shared",
        srcs = [
            soname + ".o",
            symbols,
        ],
        outs = [soname],
        cmd = "(echo '%s { global:'; sed 's/$$/;/' $(location %s); echo 'local: *; };') > $@.map && " % (node, symbols) +
              "gcc -shared -static-libgcc -o $@ $(location %s.o) -Wl,-soname,%s " % (soname, soname) +
              "-Wl,--version-script=$@.map -Wl,--gc-sections -Wl,--as-needed " +
              "-Wl,-z,defs,-z,relro,-z,now,-z,nodelete -Wl,--build-id=none -lm && rm $@.map",
    )
