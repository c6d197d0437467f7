/** The source of a value. */
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
