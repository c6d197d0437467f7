import { propertiesOf, type SchemaNode, schemaAt } from "../../config/config-schema.ts";

/** A flag of `keys new`. */
interface KeyFlag {
  readonly summary: string;
  readonly value?: string;
  readonly commands: readonly ["keys"];
  readonly action: "new";
}

/** Members of a key that are made, not given. */
const made = ["id", "key", "key_sha256", "old_key_sha256", "old_key_ends"];
const keyNode: SchemaNode = schemaAt("auth.keys")?.items ?? {};

/** A flag for each right and limit of a key, as the configuration's schema describes them. */
export const keyFlags: Readonly<Record<string, KeyFlag>> = Object.fromEntries(
  propertiesOf(keyNode)
    .filter(([name]) => !made.includes(name) && name !== "read_only")
    .map(([name, { description = "", type }]) => {
      const value = type === "boolean" && name !== "sending" ? {} : { value: placeholderOf(type, name) };
      const flag = { summary: inHelp(description), ...value, commands: ["keys"], action: "new" } as const;
      return [name.replaceAll("_", "-"), flag];
    }),
);

/** A key's members from the flags that were given, as a file of keys has them. */
export function keyFrom(flags: ReadonlyMap<string, string | true>): Record<string, unknown> {
  const members = propertiesOf(keyNode).flatMap(([name, node]): [string, unknown][] => {
    const value = flags.get(name.replaceAll("_", "-"));
    return value === undefined ? [] : [[name, parsed(node, value)]];
  });
  return Object.fromEntries(members);
}

/** A description of the schema as a flag's: in the middle of a sentence, and with flags for keys. */
function inHelp(description: string): string {
  const text = description.replace("`read_only`", "--read-only").replace(/\.$/, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function placeholderOf(type: SchemaNode["type"], name: string): string {
  if (name === "sending") return "true|false";
  if (type === "array") return "LIST";
  return type === "integer" ? "N" : "TIME";
}

/** Text that is no number stays text, so that the check refuses it as it was written. */
function parsed({ type }: SchemaNode, value: string | true): unknown {
  if (value === true) return true;
  if (type === "array") return value.split(",").map((word) => word.trim());
  if (type === "integer" && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return value;
}
