import { propertiesOf, type SchemaNode, schemaAt } from "../../config/config-schema.ts";

interface KeyFlag {
  readonly summary: string;
  readonly value?: string;
  readonly commands: readonly ["keys"];
  readonly action: "new";
}

/** Members of a key that have no flag here: `--id` is in the flag table, and the gateway writes the others. */
const withoutFlag = ["id", "key", "key_sha256", "old_key_sha256", "old_key_ends"];
const keyNode: SchemaNode = schemaAt("auth.keys")?.items ?? {};

/** A flag for each right and limit of a key, as the configuration's schema describes them. */
export const keyFlags: Readonly<Record<string, KeyFlag>> = Object.fromEntries(
  propertiesOf(keyNode)
    .filter(([name]) => !withoutFlag.includes(name) && name !== "read_only")
    .map(([name, { description = "", type }]) => {
      const value = type === "boolean" && name !== "sending" ? {} : { value: placeholderOf(type, name) };
      const flag = { summary: inHelp(description), ...value, commands: ["keys"], action: "new" } as const;
      return [name.replaceAll("_", "-"), flag];
    }),
);

/** The key that the given flags describe, in the form of a key file. */
export function keyFrom(flags: ReadonlyMap<string, string | true>): Record<string, unknown> {
  const members = propertiesOf(keyNode).flatMap(([name, node]): [string, unknown][] => {
    const value = flags.get(name.replaceAll("_", "-"));
    return value === undefined ? [] : [[name, parsed(node, value)]];
  });
  return Object.fromEntries(members);
}

/** Turns a description of the schema into a flag's summary: lower case, no full stop, flags instead of keys. */
function inHelp(description: string): string {
  const text = description.replace("`read_only`", "--read-only").replace(/\.$/, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function placeholderOf(type: SchemaNode["type"], name: string): string {
  if (name === "sending") return "true|false";
  if (type === "array") return "LIST";
  return type === "integer" ? "N" : "TIME";
}

/** Converts a flag's value to the type of its key. Text that is not valid stays as it is, so that the check quotes it. */
function parsed({ type }: SchemaNode, value: string | true): unknown {
  if (value === true) return true;
  if (type === "array") return value.split(",").map((word) => word.trim());
  if (type === "integer" && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return value;
}
