import {
  mapValues,
  propertiesOf,
  type SchemaNode,
  schemaAt,
  schemaPaths,
} from "../../src/config/config-schema.ts";
import { environmentNames } from "../../src/config/environment.ts";
import { code, table } from "./markdown.ts";

/** A section for each group of keys, with a row for each key: name, kind, default, meaning. A section whose rows an earlier one has refers to it. */
export function configurationTables(schema: SchemaNode): string {
  const sections: { readonly path: string; readonly rows: ReadonlySet<string> }[] = [];
  return groupsOf(schema, "")
    .map(({ path, node }) => {
      const title = path === "" ? "Top level" : code(path);
      const rows = propertiesOf(node)
        .filter(([, child]) => !isGroup(child))
        .map(([key, child]) => [
          code(key),
          kindOf(child) + unitOf(key),
          node.required?.includes(key) === true ? "required" : defaultOf(child),
          meaningOf(child).replace("docs/security.md", "[Security](security.md#bounds)"),
        ]);
      const texts = rows.map((row) => row.join("|"));
      const earlier = sections.find((section) => texts.every((text) => section.rows.has(text)));
      sections.push({ path, rows: new Set(texts) });
      const content =
        earlier === undefined || rows.length < 3
          ? table(["setting", "type", "default", "description"], rows)
          : `As in [${code(earlier.path)}](#${anchorOf(earlier.path)}): ${rows.map(([key]) => key).join(", ")}.`;
      return [`### ${title}`, node.description ?? "", content].join("\n\n");
    })
    .join("\n\n");
}

/** The anchor of a heading that is a setting's path. */
function anchorOf(path: string): string {
  return path.toLowerCase().replace(/[^a-z_-]/g, "");
}

/** Names that a setting has where its number is a bound. */
const boundName =
  /(^|\.)(max_\w+|\w*(timeout|wait)_ms|memory_mb|per_(minute|second)|\w*connections?|\w+_per_upstream_connection)$/;

/** A row for each setting that is a bound and has a default: the first sentence says what happens beyond it. */
export function boundsTable(): string {
  const rows = schemaPaths().flatMap((path) => {
    const node = schemaAt(path);
    const isNumber = node?.type === "integer" || node?.type === "number";
    if (!isNumber || node.default === undefined || !boundName.test(path)) return [];
    const [bound = ""] = /^.+?\.(?= |$)/.exec(meaningOf(node)) ?? [];
    return [[code(path), defaultOf(node) + unitOf(path), bound]];
  });
  return table(["setting", "default", "bound"], rows);
}

/** The environment variables, their aliases and the keys that they set. */
export function environmentTable(): string {
  const rows = environmentNames.map(({ path, names: [name = "", ...aliases] }) => [
    code(name),
    aliases.map(code).join(", "),
    code(path),
  ]);
  return table(["variable", "alias", "sets"], rows);
}

/** Objects with keys of their own, entries of lists too; each has a section, once. */
function groupsOf(node: SchemaNode, path: string, known = new Set<SchemaNode>()): Group[] {
  const groups = propertiesOf(node).flatMap(([key, child]) => {
    const below = path === "" ? key : `${path}.${key}`;
    const entry = entryOf(child);
    if (entry !== undefined) {
      if (known.has(entry)) return [];
      known.add(entry);
      return groupsOf(entry, `${below}[]`, known);
    }
    const values = mapValues(child);
    if (values !== undefined && isGroup(values)) return groupsOf(values, `${below}.ID`, known);
    return isGroup(child) ? groupsOf(child, below, known) : [];
  });
  return [{ path, node }, ...groups];
}

interface Group {
  readonly path: string;
  readonly node: SchemaNode;
}

/** The entries of a list that have more keys than a row can name. */
function entryOf(node: SchemaNode): SchemaNode | undefined {
  const { items } = node;
  return [items, ...(items?.anyOf ?? [])].find((form) => form !== undefined && propertiesOf(form).length > 2);
}

/** A map of plain values is a row of its own. */
function isGroup(node: SchemaNode): boolean {
  const values = mapValues(node);
  return values === undefined ? node.properties !== undefined : isGroup(values);
}

function kindOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map(jsonOf).join(", ");
  if (node.anyOf !== undefined) {
    return node.anyOf
      .map((branch) => (branch.properties === undefined ? kindOf(branch) : keysOf(branch)))
      .join(" or ");
  }
  const values = mapValues(node);
  if (values !== undefined) return `{NAME: ${kindOf(values)}}`;
  if (node.type === "array")
    return `list of ${kindOf(node.items ?? {}).replace(/^(string|object|URL)\b/, "$1s")}`;
  if (node.type === "string") return node.format === "uri" ? "URL" : "string";
  return `${node.type ?? "any"}${rangeOf(node)}`;
}

/** The unit of a number, which the end of its key abbreviates. */
function unitOf(key: string): string {
  const unit = units.find(([end]) => key.endsWith(end))?.[1];
  return unit === undefined ? "" : ` ${unit}`;
}

const units = [
  ["_ms", "ms"],
  ["_s", "s"],
  ["_mb", "MiB"],
  ["_bytes", "bytes"],
] as const;

function keysOf(node: SchemaNode): string {
  const names = propertiesOf(node).map(([key]) => key);
  return `{${names.slice(0, 4).join(", ")}${names.length > 4 ? ", ..." : ""}}`;
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum === undefined) return "";
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded ? `, ${minimum} to ${maximum}` : `, at least ${minimum}`;
}

/** The sentence of a description that says what applies without the setting. */
const defaultSentence = /(?:^| )Default: (.+?)\.(?= |$)/;

function defaultOf({ default: value, description = "" }: SchemaNode): string {
  return value === undefined ? (defaultSentence.exec(description)?.[1] ?? "none") : jsonOf(value);
}

function jsonOf(value: unknown): string {
  return code(JSON.stringify(value));
}

/** A description without its default, which has a column of its own. */
function meaningOf({ description = "" }: SchemaNode): string {
  return description.replace(defaultSentence, "");
}
