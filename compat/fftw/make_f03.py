#!/usr/bin/env python3
"""Writes fftw3.f03, the interface for Fortran 2003, of the prototypes in fftw3.h.

    make_f03.py fftw3.h > fftw3.f03
"""

import re
import sys

# Prefix of the names in one precision, and the kinds of its real and complex numbers.
PRECISIONS = (
    ("fftw_", "real(C_DOUBLE)", "complex(C_DOUBLE_COMPLEX)"),
    ("fftwf_", "real(C_FLOAT)", "complex(C_FLOAT_COMPLEX)"),
)
GURUS = (("guru", "iodim"), ("guru64", "iodim64"))

SCALARS = {
    "int": "integer(C_INT)",
    "unsigned": "integer(C_INT)",
    "size_t": "integer(C_SIZE_T)",
    "double": "real(C_DOUBLE)",
    "X(r2r_kind)": "integer(C_FFTW_R2R_KIND)",
}


def joined(header):
    """The header's text without comments, with each macro on one line."""
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL).replace("\\\n", " "))


def prototypes(header):
    """Returns (result, name, arguments) of each function, with X, R, C as they stand."""
    found = []
    for match in re.finditer(r"FFTW_EXTERN ([^;\[]*?) ?X\((\w+|plan_##G##\w+)\)\((.*?)\);", joined(header)):
        result, name, arguments = match.groups()
        if "##G##" not in name:
            found.append((result, name, arguments))
            continue
        for guru, dim in GURUS:
            found.append((result, name.replace("##G##", guru), arguments.replace("X(D)", f"X({dim})")))
    return found


def split_arguments(text):
    """Splits `text` at commas outside of parentheses."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


def argument(text, prefix, real, complex_number, is_planner):
    """The name of an argument and its declaration in Fortran."""
    function = re.match(r".*?\(\*(\w+)\)\(", text)
    if function:
        return function.group(1), "type(C_FUNPTR), value"
    kind, name = re.match(r"(.*?)\s*(\w+)$", text).groups()
    is_constant, kind = kind.startswith("const "), kind.replace("const ", "").replace(" ", "")
    if kind in SCALARS:
        return name, f"{SCALARS[kind]}, value"
    if kind.endswith("_char_func)"):
        return name, "type(C_FUNPTR), value"
    if kind in ("X(plan)", "void*", "FILE*"):
        return name, "type(C_PTR), value"
    if kind in ("R*", "C*"):
        number = real if kind == "R*" else complex_number
        return name, f"{number}, dimension(*), intent({'out' if is_planner else 'inout'})"
    intent = "in" if is_constant else "out"
    if kind == "char*":
        return name, f"character(C_CHAR), dimension(*), intent({intent})"
    if kind == "double*":
        return name, f"real(C_DOUBLE), intent({intent})"
    if kind.startswith("X(iodim"):
        return name, f"type({prefix}{kind[2:-2]}), dimension(*), intent(in)"
    return name, f"{SCALARS[kind[:-1]]}, dimension(*), intent({intent})"


RESULTS = {"void": "subroutine", "int": "integer(C_INT) function", "double": "real(C_DOUBLE) function"}


def wrapped(head, names, tail):
    """A statement over several lines, as long ones must be."""
    lines, line = [], head + "("
    for i, name in enumerate(names):
        piece = name + ("," if i + 1 < len(names) else "")
        if len(line) + len(piece) > 90:
            lines.append(line + " &")
            line = "        "
        line += piece
    return "\n".join(lines + [line + ") &", "        " + tail])


def interface(result, name, arguments, precision):
    prefix, real, complex_number = precision
    is_planner = name.startswith("plan_") or name == "alignment_of"
    listed = [argument(text, prefix, real, complex_number, is_planner) for text in split_arguments(arguments)]
    opening = RESULTS.get(result.strip(), "type(C_PTR) function")
    closing = "subroutine" if opening == "subroutine" else "function"
    lines = [wrapped(f"    {opening} {prefix}{name}", [each for each, _ in listed], f"bind(C, name='{prefix}{name}')"),
             "      import"]
    lines += [f"      {declared} :: {each}" for each, declared in listed]
    return "\n".join(lines + [f"    end {closing} {prefix}{name}", ""])


def constants(header):
    """The constants of the kinds, flags and directions."""
    lines = []
    for name, value in re.findall(r"(FFTW_[A-Z0-9]+) = (\d+)", header):
        lines.append(f"  integer(C_INT), parameter :: {name} = {value}")
    for name, bit in re.findall(r"#define (FFTW_\w+) \(1U << (\d+)\)", header):
        lines.append(f"  integer(C_INT), parameter :: {name} = {1 << int(bit)}")
    for name, value in re.findall(r"#define (FFTW_\w+) \(([-+]?\d+)U?\)", header):
        lines.append(f"  integer(C_INT), parameter :: {name} = {int(value)}")
    return lines


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        header = file.read()
    print("! FFTW's interface for Fortran 2003, made of fftw3.h. Use it after: use, intrinsic :: iso_c_binding\n")
    print("  integer, parameter :: C_FFTW_R2R_KIND = C_INT32_T\n")
    print("\n".join(constants(header)) + "\n")
    for precision in PRECISIONS:
        for dim, number in (("iodim", "C_INT"), ("iodim64", "C_INTPTR_T")):
            print(f"  type, bind(C) :: {precision[0]}{dim}\n    integer({number}) n, is, os\n"
                  f"  end type {precision[0]}{dim}")
        print("\n  interface")
        for result, name, arguments in prototypes(header):
            print(interface(result, name, arguments, precision))
        print("  end interface\n")


if __name__ == "__main__":
    main()
