import document from "../../config.schema.json" with { type: "json" };

const definitions = new Map<string, unknown>(
  Object.entries(document.definitions).map(([name, node]) => [`#/definitions/${name}`, node]),
);

/** A node of `config.schema.json`: the part of draft-07 that the file uses. */
export interface SchemaNode {
  /** Name of the generated type, if it is not made from the key. */
  readonly title?: string;
  readonly description?: string;
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** `false`, or the schema of a map's values. */
  readonly additionalProperties?: boolean | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  /** What a string must be, in words; editors show it too. */
  readonly patternErrorMessage?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value is secret: no message, command or log shows it. */
  readonly writeOnly?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** The schema of the configuration with every `$ref` resolved. */
export const configSchema = withoutRefs(document) as SchemaNode;

/** The file refers only to its own `definitions`, which contain no references. */
function withoutRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRefs);
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node) return definitions.get(String(node.$ref));
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, withoutRefs(member)]));
}

/** The keys of an object that the configuration keeps; `$schema` is for editors. */
export function propertiesOf(node: SchemaNode): [key: string, child: SchemaNode][] {
  return Object.entries(node.properties ?? {}).filter(([key]) => key !== "$schema");
}

/** The schema of a map's values; undefined if the node is not a map. */
export function mapValues(node: SchemaNode): SchemaNode | undefined {
  return typeof node.additionalProperties === "object" ? node.additionalProperties : undefined;
}

/** The node that describes a dotted path, as in `server_config.port`. */
export function schemaAt(path: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = configSchema;
  for (const key of path.split(".")) {
    if (node === undefined) return undefined;
    const { properties }: SchemaNode = node;
    node = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : mapValues(node);
  }
  return node;
}

/** All dotted paths in the schema outside of maps, including groups. */
export function schemaPaths(node: SchemaNode = configSchema, prefix = ""): string[] {
  return propertiesOf(node).flatMap(([key, child]) => [
    `${prefix}${key}`,
    ...schemaPaths(child, `${prefix}${key}.`),
  ]);
}
