// Prints inspector/server/schemas.json as TypeScript: `make_types.mjs FILE > types.ts`.
//
// A schema's name is its title, where it has one. Knows the keywords that the file uses: $ref, anyOf,
// allOf, type, enum, required, properties, additionalProperties, items, minItems, maxItems; numbers'
// bounds and what begins with "x-" are no part of a type.
import { readFileSync } from "node:fs";

const kWords = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };
const kKnown = new Set(
  "$ref anyOf allOf type enum required properties additionalProperties items minItems maxItems minimum maximum title description".split(" "),
);

const schemas = JSON.parse(readFileSync(process.argv[2], "utf8"));

function nameOf(schema) {
  return schemas[schema].title ?? schema;
}

function memberLines(schema, indent) {
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const comment = member.description ? ` // ${member.description}` : "";
    return `${indent}${name}${required.has(name) ? "" : "?"}: ${typeOf(member, indent)};${comment}`;
  });
  for (const name of required) {
    if (!(name in (schema.properties ?? {}))) lines.push(`${indent}${name}: unknown;`);
  }
  const { additionalProperties: others } = schema;
  if (others && schema.properties) lines.push(`${indent}[name: string]: ${typeof others === "object" ? typeOf(others, indent) : "unknown"};`);
  return lines;
}

function objectOf(schema, indent) {
  const { properties, additionalProperties: others } = schema;
  if (!properties && !schema.required) {
    return `Record<string, ${typeof others === "object" ? typeOf(others, indent) : "unknown"}>`;
  }
  return `{\n${memberLines(schema, `${indent}  `).join("\n")}\n${indent}}`;
}

function listOf(schema, indent) {
  const item = typeOf(schema.items ?? {}, indent);
  if (schema.minItems !== undefined && schema.minItems === schema.maxItems) {
    return `[${Array.from({ length: schema.minItems }, () => item).join(", ")}]`;
  }
  return /[ |&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function typeOf(schema, indent) {
  for (const keyword of Object.keys(schema)) {
    if (!kKnown.has(keyword) && !keyword.startsWith("x-")) throw new Error(`this generator does not know "${keyword}"`);
  }
  if (schema.$ref) return nameOf(schema.$ref.replace("#/components/schemas/", ""));
  if (schema.anyOf) return schema.anyOf.map((choice) => typeOf(choice, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(" & ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const words = types.map((type) => {
    if (type === "object") return objectOf(schema, indent);
    return type === "array" ? listOf(schema, indent) : kWords[type];
  });
  return words.length === 0 ? "unknown" : words.join(" | ");
}

const parts = ["// Made of inspector/server/schemas.json by make_types.mjs; the server's answers are held against that file."];
for (const [name, schema] of Object.entries(schemas)) {
  const comment = schema.description ? `// ${schema.description}\n` : "";
  const isPlain = schema.type === "object" && (schema.properties || schema.required);
  parts.push(
    isPlain
      ? `${comment}export interface ${nameOf(name)} {\n${memberLines(schema, "  ").join("\n")}\n}`
      : `${comment}export type ${nameOf(name)} = ${typeOf(schema, "")};`,
  );
}
console.log(parts.join("\n\n"));
