import { mapValues, propertiesOf, type SchemaNode } from "../../src/config/config-schema.ts";
import { camelCase } from "../../src/config/effective-values.ts";
import { literalUnion, propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { docComment, Printer } from "./printer.ts";

/** Emits the types of the effective configuration, an interface for each group of settings. */
export function emitConfig(schema: SchemaNode): string {
  const notes = [
    "The effective configuration: every key present, in camelCase, defaults filled in. An optional setting without a",
    "default may be undefined.",
  ];
  const printer = new Printer("emit-config.ts", notes, [], "config.schema.json");
  const groups = new Map<string, string>();
  addGroup(groups, "Config", schema);
  for (const text of groups.values()) {
    printer.line();
    printer.line(text);
  }
  return printer.toString();
}

/** Adds the interfaces of an object and of the objects inside it. Returns the object's name. */
function addGroup(groups: Map<string, string>, name: string, node: SchemaNode): string {
  const known = groups.get(name);
  groups.set(name, "");
  const lines = [docComment(node.description ?? name), `export interface ${name} {`];
  for (const [key, child] of propertiesOf(node)) {
    const type = typeOf(groups, key, child);
    const isPresent = child.default !== undefined || node.required?.includes(key);
    lines.push(docComment(child.description ?? key));
    lines.push(`readonly ${propertyKey(camelCase(key))}: ${isPresent ? type : `${type} | undefined`};`);
  }
  const text = [...lines, "}"].join("\n");
  if (known !== undefined && known !== text) {
    throw new Error(
      `config.schema.json: two different objects would be the type ${name}; give one of them a title`,
    );
  }
  groups.set(name, text);
  return name;
}

function typeOf(groups: Map<string, string>, key: string, node: SchemaNode): string {
  const values = mapValues(node);
  if (values !== undefined) return `Readonly<Record<string, ${typeOf(groups, key, values)}>>`;
  if (node.anyOf !== undefined) return node.anyOf.map((branch) => typeOf(groups, key, branch)).join(" | ");
  if (node.enum !== undefined) return literalUnion(node.enum);
  switch (node.type) {
    case "object":
      return addGroup(groups, node.title ?? `${typeName(key.replace(/_config$/, ""))}Config`, node);
    case "array":
      return `readonly (${typeOf(groups, key, node.items ?? {})})[]`;
    case "integer":
      return "number";
    default:
      return node.type ?? "unknown";
  }
}
