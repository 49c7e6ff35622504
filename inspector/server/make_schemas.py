#!/usr/bin/env python3
"""Prints the page's types as the schemas of the OpenAPI document: make_schemas.py FILE.ts... > schemas.json.

It reads the part of TypeScript that the files use: exported interfaces and type aliases of objects, arrays, unions,
intersections, tuples, literals, `extends` and Partial of a type that stands before, with the words below. What it does not know is an error.
"""
import json
import re
import sys

WORDS = {word: {"type": word} for word in ("integer", "number", "string", "boolean", "null")}
WORDS["unknown"] = {}
TOKEN = re.compile(r'//[^\n]*|"[^"]*"|[A-Za-z_]\w*|\d+|[][{}()<>|&;:,?=]|\S')
NUMBERS = {"integer", "AtLeast", "Between"}  # whose meaning is built in here


def union_of(choices):
    """One schema for the types of a union: an enumeration, a list of types, or anyOf."""
    if len(choices) == 1:
        return choices[0]
    if all("enum" in choice for choice in choices):
        return {"type": "string", "enum": [value for choice in choices for value in choice["enum"]]}
    literals = [choice for choice in choices if "enum" in choice]
    others = [choice for choice in choices if "enum" not in choice]
    if not literals and sum(len(choice) > 1 for choice in others) <= 1 and all("type" in choice for choice in others):
        merged = {}
        for choice in others:
            merged.update(choice)
        return {**merged, "type": [choice["type"] for choice in others]}
    return {"anyOf": others + ([union_of(literals)] if literals else [])}


class Reader:
    def __init__(self, text):
        self.tokens = [(match.group(), match.start()) for match in TOKEN.finditer(text)]
        self.text = text
        self.at = 0

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or (wanted and token != wanted):
            start = self.tokens[min(self.at, len(self.tokens) - 1)][1]
            line = self.text.count("\n", 0, start) + 1
            sys.exit(f'line {line} has "{token}"; allowed: {wanted or "a type"}')
        self.at += 1
        return token

    def skip(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def comment(self):
        """Returns the text of the comment lines at the current position."""
        lines = []
        while self.peek().startswith("//"):
            lines.append(self.take()[2:].strip())
        return " ".join(lines)

    def file(self):
        """All exported types; imports are passed over."""
        schemas = {}
        while self.peek():
            description = self.comment()
            if not self.peek():
                break
            exported = self.skip("export")
            kind = self.take()
            name = self.take()
            if not exported or kind == "*" or name in NUMBERS:
                while self.take() != ";":
                    pass
                continue
            base = schemas[self.take()] if self.skip("extends") else None
            if kind == "type":
                self.take("=")
            if self.peek() == "Partial":
                schema = self.partial(schemas)
            else:
                schema = self.type()
            if kind == "type":
                self.take(";")
            if base:
                schema = {**base, **schema, "required": base.get("required", []) + schema.get("required", []),
                          "properties": {**base["properties"], **schema["properties"]}}
                schema.pop("description", None)
            schemas[name] = {**schema, "description": description} if description else schema
        return schemas

    def partial(self, schemas):
        """Reads Partial<Name>: an object each of whose members may be left out."""
        self.take("Partial"), self.take("<")
        schema = {key: value for key, value in schemas[self.take()].items() if key not in ("required", "description")}
        self.take(">")
        return schema

    def type(self):
        choices = [self.intersection()]
        while self.skip("|"):
            choices.append(self.intersection())
        return union_of(choices)

    def intersection(self):
        parts = [self.postfix()]
        while self.skip("&"):
            parts.append(self.postfix())
        return {"allOf": parts} if len(parts) > 1 else parts[0]

    def postfix(self):
        schema = self.primary()
        while self.skip("["):
            self.take("]")
            schema = {"type": "array", "items": schema}
        return schema

    def primary(self):
        token = self.take()
        if token == "{":
            return self.members()
        if token == "(":
            schema = self.type()
            self.take(")")
            return schema
        if token == "[":
            items = self.list_until("]")
            return {"type": "array", "items": items[0], "minItems": len(items), "maxItems": len(items)}
        if token.startswith('"'):
            return {"type": "string", "enum": [token[1:-1]]}
        if token.isdigit():
            return int(token)
        if not self.skip("<"):
            return dict(WORDS.get(token, {"$ref": f"#/components/schemas/{token}"}))
        arguments = self.list_until(">")
        if token == "Record":
            return {"type": "object", **({"additionalProperties": arguments[1]} if arguments[1] else {})}
        return {"type": "integer", **dict(zip(("minimum", "maximum"), arguments))}

    def list_until(self, end):
        items = [self.type()]
        while self.skip(","):
            items.append(self.type())
        self.take(end)
        return items

    def members(self):
        """Reads an object whose opening brace has been read."""
        schema = {"type": "object", "required": [], "properties": {}}
        while not self.skip("}"):
            if self.skip("["):
                self.take(), self.take(":"), self.take("string"), self.take("]"), self.take(":")
                schema["additionalProperties"] = self.type() or True
                self.skip(";")
                continue
            name = self.take()
            if not self.skip("?"):
                schema["required"].append(name)
            self.take(":")
            member = self.type()
            if self.peek() != "}":
                self.take(";")
            description = self.comment()
            schema["properties"][name] = {**member, "description": description} if description else member
        if not schema["required"]:
            del schema["required"]
        return schema


if __name__ == "__main__":
    schemas = {}
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as source:
            schemas.update(Reader(source.read()).file())
    print(json.dumps(schemas, indent=1))
