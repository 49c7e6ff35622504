"""Manual pages, made of what the programs print when asked for help and of the C header."""

import os
import re
import subprocess

# For each program one line, and facts that its help does not state.
SUMMARIES = {
    "fft": "plans, explains, builds and measures fast Fourier transforms",
    "fft_inspect": "serves the inspector, a web page that shows how transforms are planned",
    "fft-run": "runs a program for FFTW, cuFFT, hipFFT or rocFFT on this library",
    "fft_aot_cache": "compiles kernels ahead of time into a cache to ship",
}


def escape(text):
    """A literal text in roff. Backslashes and dashes are escaped, and no line may look like a request."""
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line
                     for line in text.replace("\\", "\\e").replace("-", "\\-").split("\n"))


def ask(*command):
    """The text that a program prints, to either output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, timeout=60, check=False,
                          env={"PATH": "/usr/bin:/bin"})
    return done.stdout.decode().strip()


def title(name, section, version):
    return f'.TH {name.upper()} {section} "" "fft {version}"\n.SH NAME\n'


def program_page(path, version):
    name = os.path.basename(path)
    page = title(name, 1, version) + f"{name} \\- {SUMMARIES[name]}\n"
    texts = [("DESCRIPTION", ask(path, "help" if name == "fft" else "--help"))]
    if name == "fft":
        for command in re.findall(r"^  (\w+) ", texts[0][1], re.MULTILINE):
            if command != "help":
                texts.append((f"FFT {command.upper()}", ask(path, "help", command)))
        variables = ask(path, "env")
        texts.append(("ENVIRONMENT", variables))
    for heading, text in texts:
        page += f".SH {heading}\n.nf\n{escape(text)}\n.fi\n"
    return page + ".SH SEE ALSO\n.BR fft (1),\n.BR fft_inspect (1),\n.BR fft_c (3)\n"


# One line for each header.
HEADERS = {
    "fft_c.h": "fast Fourier transforms, the C interface",
    "fft_dist_c.h": "fast Fourier transforms over several ranks, the C interface",
}


def library_pages(name, header, version):
    """A page in section 3 that shows the header, and for each function a page that refers to it."""
    main = name[:-len(".h")]
    functions = re.findall(r"\b(fft_\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL))
    page = title(main, 3, version) + f"{main} \\- {HEADERS[name]}\n"
    page += (f".SH SYNOPSIS\n.nf\n#include <fft/{name}>\n\ncc program.c $(pkg\\-config \\-\\-cflags "
             "\\-\\-libs fft)\n.fi\n.SH DESCRIPTION\nThe header:\n.PP\n.nf\n")
    others = ",\n".join(f".BR {other[:-len('.h')]} (3)" for other in HEADERS if other != name)
    page += escape(header) + f"\n.fi\n.SH SEE ALSO\n.BR fft (1),\n{others}\n"
    pages = {f"man3/{main}.3": page}
    for function in sorted(set(functions)):
        pages[f"man3/{function}.3"] = f".so man3/{main}.3\n"
    return pages
