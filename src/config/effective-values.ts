import { mapValues, propertiesOf, type SchemaNode } from "./config-schema.ts";

/** Where a value comes from; the first of these that has one wins. */
export type ConfigSource =
  | { readonly kind: "flag"; readonly name: string }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "file" }
  | { readonly kind: "default" };

/** A value of a flag or an environment variable, not yet converted to the key's type. */
export interface Setting {
  /** Dotted path of the key: `server_config.port`. */
  readonly path: string;
  readonly value: string | boolean;
  readonly source: ConfigSource & { readonly name: string };
}

/** The source in words: `flag --port`, `environment SERVER_PORT`, `file`, `default`. */
export function describeSource(source: ConfigSource): string {
  return "name" in source ? `${source.kind} ${source.name}` : source.kind;
}

type ConfigValues = Readonly<Record<string, unknown>>;

/** Sets the value at a dotted path. Copies or creates the objects along the path. */
export function setPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let node = target;
  for (const key of keys) {
    node[key] = { ...(node[key] as Record<string, unknown> | undefined) };
    node = node[key] as Record<string, unknown>;
  }
  node[last] = value;
}

/**
 * Turns the values of a file into the typed configuration: fills in defaults, changes keys to camelCase, and freezes the result.
 * Keys of maps, which operators choose, stay as they are. Calls `onLeaf` for each value that is not a group. `inDefault` says that
 * `value` is part of the default of its group.
 */
export function fillDefaults(
  node: SchemaNode,
  value: unknown,
  onLeaf: (path: string, value: unknown, isDefault: boolean) => void,
  path = "",
  inDefault = false,
): unknown {
  const effective = value ?? node.default;
  const isDefault = inDefault || value === undefined;
  const values = mapValues(node);
  if (values !== undefined) {
    const map = Object.entries((effective ?? {}) as ConfigValues);
    if (map.length === 0) onLeaf(path, effective, isDefault);
    return freezeEntries(
      map.map(([key, entry]) => [key, fillDefaults(values, entry, onLeaf, `${path}.${key}`, isDefault)]),
    );
  }
  if (node.type === "object") {
    const prefix = path === "" ? "" : `${path}.`;
    return freezeEntries(
      propertiesOf(node).map(([key, child]) => {
        const member = (effective as ConfigValues | undefined)?.[key];
        return [camelCase(key), fillDefaults(child, member, onLeaf, `${prefix}${key}`, isDefault)];
      }),
    );
  }
  onLeaf(path, effective, isDefault);
  return Array.isArray(effective)
    ? Object.freeze(effective.map((item) => fillItem(node.items, item)))
    : effective;
}

function fillItem(node: SchemaNode | undefined, item: unknown): unknown {
  const object = node?.type === "object" ? node : node?.anyOf?.find((branch) => branch.type === "object");
  if (object === undefined || typeof item !== "object") return item;
  return fillDefaults(object, item, () => undefined);
}

function freezeEntries(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.freeze(Object.fromEntries(entries));
}

/** Converts snake_case to camelCase: `max_batch` becomes `maxBatch`. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** Values and their sources by dotted path. */
export type SourcedValues = ReadonlyMap<string, { readonly value: unknown; readonly source: ConfigSource }>;
