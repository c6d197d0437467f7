import { mapValues, propertiesOf, type SchemaNode } from "./config-schema.ts";

/** Where a value comes from, in order of precedence. */
export type ConfigSource =
  | { readonly kind: "flag"; readonly name: string }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "file" }
  | { readonly kind: "default" };

/** The raw value of a flag or environment variable. */
export interface Setting {
  /** Dotted path of the key: `server_config.port`. */
  readonly path: string;
  readonly value: string | boolean;
  readonly source: ConfigSource & { readonly name: string };
}

/** The source as text: `flag --port`, `environment SERVER_PORT`, `file`, `default`. */
export function describeSource(source: ConfigSource): string {
  return "name" in source ? `${source.kind} ${source.name}` : source.kind;
}

type ConfigValues = Readonly<Record<string, unknown>>;

/** Sets the value at a dotted path, copying or creating the objects on the way. */
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
 * Turns file values into the typed configuration: fills in defaults, converts keys to camelCase (except map keys, which operators
 * choose) and freezes the result. Calls `onLeaf` for each non-group value. `inDefault`: `value` is part of its group's default.
 */
export function fillDefaults(
  node: SchemaNode,
  value: unknown,
  onLeaf: (path: string, value: unknown, isDefault: boolean) => void = () => undefined,
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
  return fillDefaults(object, item);
}

function freezeEntries(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.freeze(Object.fromEntries(entries));
}

/** Converts snake_case to camelCase: `max_batch` becomes `maxBatch`. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** Converts camelCase to snake_case: `maxBatch` becomes `max_batch`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Values and their sources by dotted path. */
export type SourcedValues = ReadonlyMap<string, { readonly value: unknown; readonly source: ConfigSource }>;
