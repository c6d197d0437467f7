import { mapValues, propertiesOf, type SchemaNode } from "../../src/config/config-schema.ts";
import { environmentNames } from "../../src/config/environment.ts";
import { code, table } from "./markdown.ts";

/** A section for each group of keys, with a row for each key: name, kind, default, meaning. */
export function configurationTables(schema: SchemaNode): string {
  return groupsOf(schema, "")
    .map(({ path, node }) => {
      const title = path === "" ? "Top level" : code(path);
      const rows = propertiesOf(node)
        .filter(([, child]) => !isGroup(child))
        .map(([key, child]) => [code(key), kindOf(child), defaultOf(child), child.description ?? ""]);
      return [
        `### ${title}`,
        node.description ?? "",
        table(["key", "value", "default", "meaning"], rows),
      ].join("\n\n");
    })
    .join("\n\n");
}

/** The variables of the environment, their aliases and the keys that they set. */
export function environmentTable(): string {
  const rows = environmentNames.map(({ path, names: [name = "", ...aliases] }) => [
    code(name),
    aliases.map(code).join(", "),
    code(path),
  ]);
  return table(["variable", "alias", "sets"], rows);
}

/** Objects with keys of their own; each has a section. */
function groupsOf(node: SchemaNode, path: string): { path: string; node: SchemaNode }[] {
  const groups = propertiesOf(node).flatMap(([key, child]) => {
    const below = path === "" ? key : `${path}.${key}`;
    const values = mapValues(child);
    if (values !== undefined) return groupsOf(values, `${below}.ID`);
    return isGroup(child) ? groupsOf(child, below) : [];
  });
  return [{ path, node }, ...groups];
}

function isGroup(node: SchemaNode): boolean {
  return node.properties !== undefined || mapValues(node) !== undefined;
}

function kindOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map(code).join(", ");
  if (node.anyOf !== undefined) {
    return node.anyOf
      .map((branch) =>
        branch.properties === undefined
          ? kindOf(branch)
          : `{${propertiesOf(branch)
              .map(([key]) => key)
              .join(", ")}}`,
      )
      .join(" or ");
  }
  if (node.type === "array") return `list of ${kindOf(node.items ?? {})}`;
  if (node.type === "string") return node.format === "uri" ? "URL" : "text";
  if (node.type === "boolean") return `${code("true")}, ${code("false")}`;
  return `${node.type ?? "any"}${rangeOf(node)}`;
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined) return "";
  return maximum === undefined ? ` from ${minimum}` : ` ${minimum} to ${maximum}`;
}

function defaultOf(node: SchemaNode): string {
  return node.default === undefined ? "none" : code(JSON.stringify(node.default));
}
