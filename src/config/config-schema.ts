import document from "../../config.schema.json" with { type: "json" };

const definitions = new Map<string, unknown>(
  Object.entries(document.definitions).map(([name, node]) => [`#/definitions/${name}`, node]),
);

/** A node of `config.schema.json`, with the draft-07 keywords that the file uses. */
export interface SchemaNode {
  /** Name of the generated type; derived from the key by default. */
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
  /** The message for a string that does not match, such as `must be a base-58 address`; editors show it too. */
  readonly patternErrorMessage?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Marks a secret: messages, commands and logs redact it. */
  readonly writeOnly?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** The schema of the configuration with every `$ref` resolved. */
export const configSchema = withoutRefs(document) as SchemaNode;

/** Inlines references, which point only at `definitions` and are never nested. */
function withoutRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRefs);
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node) return definitions.get(String(node.$ref));
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, withoutRefs(member)]));
}

/** The keys of an object with their schemas, except `$schema`, which is for editors. */
export function propertiesOf(node: SchemaNode): [key: string, child: SchemaNode][] {
  return Object.entries(node.properties ?? {}).filter(([key]) => key !== "$schema");
}

/** The schema of a map's values; undefined if the node is not a map. */
export function mapValues(node: SchemaNode): SchemaNode | undefined {
  return typeof node.additionalProperties === "object" ? node.additionalProperties : undefined;
}

/** The schema node at a dotted path such as `server_config.port`. */
export function schemaAt(path: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = configSchema;
  for (const key of path.split(".")) {
    if (node === undefined) return undefined;
    const { properties }: SchemaNode = node;
    node = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : mapValues(node);
  }
  return node;
}

/** Dotted paths of all keys and groups. `isDeep` adds those in maps (`svm_networks.ID.type`) and lists (`upstreams[].tier`). */
export function schemaPaths(node: SchemaNode = configSchema, prefix = "", isDeep = false): string[] {
  return propertiesOf(node).flatMap(([key, child]) => {
    const at = `${prefix}${key}`;
    const entry = [child.items, ...(child.items?.anyOf ?? [])].find((form) => form?.properties !== undefined);
    return [
      at,
      ...schemaPaths(child, `${at}.`, isDeep),
      ...(isDeep ? schemaPaths(mapValues(child) ?? {}, `${at}.ID.`, true) : []),
      ...(isDeep ? schemaPaths(entry ?? {}, `${at}[].`, true) : []),
    ];
  });
}
