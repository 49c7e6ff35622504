"""Finds the comments of a C, C++ or TypeScript file and divides them into paragraphs."""

import re
from typing import NamedTuple

STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
OPENING = re.compile(r"(?<![:/])//+ ?|/\*+ ?")


class Paragraph(NamedTuple):
    """A paragraph: the text between two empty lines of a comment, with its lines joined.

    is_beside: the paragraph begins behind code on the same line. ends_in_example: its last line is indented, as
    drawings, tables and code in comments are.
    """
    line: int
    text: str
    is_beside: bool
    ends_in_example: bool


class _Collector:
    """Joins the lines of adjacent comments to paragraphs. An example belongs to the text before it."""

    def __init__(self):
        self.paragraphs = []
        self._is_open = False  # The next line goes on with the last paragraph.
        self._in_comment = False

    def add(self, line, text, is_beside=False):
        if not text.strip():
            self._is_open = False
            return
        one = Paragraph(line, text.strip(), is_beside, text.startswith("  "))
        if self._is_open or (one.ends_in_example and self._in_comment):
            before = self.paragraphs.pop()
            one = before._replace(text=f"{before.text} {one.text}", ends_in_example=one.ends_in_example)
        self.paragraphs.append(one)
        self._is_open = self._in_comment = True

    def end(self):
        self._is_open = self._in_comment = False


def paragraphs(text):
    """Returns the paragraphs of all comments of a file, in order."""
    collector, in_block = _Collector(), False
    for number, line in enumerate(text.split("\n"), start=1):
        if in_block:
            body, closed, _ = line.partition("*/")
            collector.add(number, re.sub(r"^\s*\* ?", "", body).rstrip())
            in_block = not closed
            continue
        literals_blank = STRING.sub(lambda match: '"' + "x" * (len(match.group()) - 2) + '"', line)
        opening = OPENING.search(literals_blank)
        if not opening:
            collector.end()
            continue
        body, is_beside = line[opening.end():], bool(line[:opening.start()].strip())
        is_block = opening.group().startswith("/*")
        if is_beside or is_block:
            collector.end()
        if is_block:
            body, closed, _ = body.partition("*/")
            in_block = not closed
        collector.add(number, body.rstrip(), is_beside)
    return collector.paragraphs
