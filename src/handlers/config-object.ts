import type { CallContext } from "../gateway/call-context.ts";

/**
 * Writes the config object of a call that a handler makes: the caller's commitment, its parameters with these names, then `fields`,
 * whose values are JSON text. Leaves out what is undefined.
 */
export function configOf(
  { params, commitment }: CallContext,
  names: readonly string[],
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.fromEntries(names.map((name) => [name, params.raw(name)]));
  const members = Object.entries({ commitment, ...given, ...fields }).filter(([, raw]) => raw !== undefined);
  return `{${members.map(([name, raw]) => `"${name}":${raw}`).join(",")}}`;
}

/** Writes the parameters of such a call: the items, then the config object unless it is empty. */
export function paramsWith(items: readonly string[], config: string): string {
  return `[${(config === "{}" ? items : [...items, config]).join(",")}]`;
}
