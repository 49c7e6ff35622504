"""Finds the functions of a C++ file: where they start and end, and their parameters.

It splits the file into tokens, leaving out comments and preprocessor lines, and walks the scopes. It
looks at declarations in namespaces and classes, never at statements; it knows no types and no macros.
"""

import re
from typing import List, NamedTuple, Optional

TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
      | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
      | (?P<char>'(?:\\.|[^'\\\n])+')
      | (?P<word>[A-Za-z_]\w*)
      | (?P<mark2>::|->|\[\[|\]\]|.)""",
    re.DOTALL | re.VERBOSE)

# Words that stand before a parenthesis without naming a function.
NOT_FUNCTIONS = frozenset(
    "if for while switch catch return sizeof alignof alignas decltype noexcept requires explicit "
    "static_assert __attribute__ typeid defined co_await co_return throw".split())
SCOPES = frozenset("namespace class struct union enum extern".split())


class Token(NamedTuple):
    kind: str
    text: str
    line: int


class Function(NamedTuple):
    """A declaration or a definition of a function. `parameters` is None for a macro such as
    TEST(Suite, Case)."""
    name: str
    line: int
    end_line: int
    parameters: Optional[List[List[str]]]


def blank_preprocessor(text):
    """Replaces preprocessor lines and their continuations by empty lines."""
    lines, inside = [], False
    for line in text.split("\n"):
        directive = inside or line.lstrip().startswith("#")
        lines.append("" if directive else line)
        inside = directive and line.endswith("\\")
    return "\n".join(lines)


def tokenize(text):
    """Returns the tokens with their lines. A literal keeps its text."""
    tokens, line = [], 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "mark" else "raw"
        if kind not in ("space", "comment"):
            tokens.append(Token("mark" if kind == "mark2" else kind, match.group(), line))
        line += match.group().count("\n")
    return tokens


def matching(tokens, start, close):
    """Returns the index of the bracket that closes the bracket at `start`, or the last index."""
    opening, depth = tokens[start].text, 0
    for i in range(start, len(tokens)):
        if tokens[i].text == opening:
            depth += 1
        elif tokens[i].text == close:
            depth -= 1
            if depth == 0:
                return i
    return len(tokens) - 1


def split_parameters(tokens):
    """Splits the tokens between two parentheses at top-level commas."""
    parts, depth = [[]], 0
    for token in tokens:
        if token.text in "([{<":
            depth += 1
        elif token.text in ")]}>":
            depth -= 1
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token.text)
    return [part for part in parts if part and part != ["void"]]


def parameter_list(statement):
    """Returns (name index, opening index, closing index) of the function that a statement declares."""
    i = 0
    while i < len(statement):
        text = statement[i].text
        if text == "template" and i + 1 < len(statement) and statement[i + 1].text == "<":
            i = matching_angle(statement, i + 1) + 1
            continue
        if text == "=":
            return None
        if text == "operator":
            opening = i + 1
            if opening + 1 < len(statement) and statement[opening].text == "(":
                opening += 2
            while opening < len(statement) and statement[opening].text != "(":
                opening += 1
            return (i, opening, matching(statement, opening, ")")) if opening < len(statement) else None
        if text == "(":
            closing = matching(statement, i, ")")
            previous = statement[i - 1] if i else None
            if previous and previous.kind == "word" and previous.text not in NOT_FUNCTIONS:
                return i - 1, i, closing
            i = closing
        i += 1
    return None


def matching_angle(tokens, start):
    depth = 0
    for i in range(start, len(tokens)):
        depth += {"<": 1, ">": -1}.get(tokens[i].text, 0)
        if depth == 0:
            return i
    return len(tokens) - 1


def is_macro(statement, name_index):
    """Whether the statement is a macro such as TEST(A, B): only the name stands before the
    parenthesis."""
    return name_index == 0 and re.fullmatch(r"[A-Z][A-Z0-9_]{2,}", statement[0].text) is not None


def function_of(statement, end_line):
    """Returns the Function that a statement at namespace or class scope declares, or None."""
    found = parameter_list(statement)
    if not found or statement[0].text in ("using", "typedef", "static_assert", "friend"):
        return None
    name, opening, closing = found
    text = statement[name].text
    if text == "operator":
        text += "".join(token.text for token in statement[name + 1:opening])
    qualified = name
    while qualified >= 2 and statement[qualified - 1].text == "::":
        text = statement[qualified - 2].text + "::" + text
        qualified -= 2
    if is_macro(statement, name):
        text = f"{text}({','.join(token.text for token in statement[opening + 1:closing] if token.text != ',')})"
        return Function(text, statement[0].line, end_line, None)
    parameters = split_parameters(statement[opening + 1:closing])
    return Function(text, statement[0].line, end_line, parameters)


def opens_scope(statement):
    """Whether the brace after this statement opens a namespace, a class or an extern block."""
    words = [token.text for token in statement]
    if words[:1] == ["extern"] and len(words) == 2:
        return True
    if words[:1] == ["template"] and len(words) > 1:
        words = words[matching_angle(statement, 1) + 1:]
    if words[:1] == ["inline"]:
        words = words[1:]
    return bool(words) and words[0] in SCOPES and words[0] not in ("enum", "extern") and \
        ("(" not in words or "alignas" in words)


def is_member_initializer(statement):
    """Whether a brace after this statement initialises a member: F() : a_{1}, b_{2} {}."""
    found = parameter_list(statement)
    if not found:
        return False
    rest = statement[found[2] + 1:]
    return any(token.text == ":" for token in rest) and \
        (rest[-1].kind == "word" or rest[-1].text == ">")


def functions(text):
    """Returns every Function of a file at namespace and class scope."""
    tokens = tokenize(blank_preprocessor(text))
    found, statement, i = [], [], 0
    while i < len(tokens):
        token = tokens[i]
        if token.text == "{" and opens_scope(statement):
            statement = []
        elif token.text == "{":
            end = matching(tokens, i, "}")
            if is_member_initializer(statement):
                statement += tokens[i:end + 1]
            else:
                function = function_of(statement, tokens[end].line) if statement else None
                if function:
                    found.append(function)
                    statement = []
                else:
                    statement.append(tokens[end])
            i = end
        elif token.text in (";", "}"):
            function = function_of(statement, token.line) if statement else None
            if function and function.parameters is not None:
                found.append(function)
            statement = []
        elif token.text == ":" and statement and \
                statement[-1].text in ("public", "private", "protected"):
            statement = []
        else:
            statement.append(token)
        i += 1
    return found
