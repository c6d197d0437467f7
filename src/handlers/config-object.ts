import type { HandlerContext } from "../gateway/handlers.ts";

/**
 * Config object of a call that a handler makes: the caller's commitment and its own parameters of these names, then what the handler
 * adds as JSON text; what is undefined stays out.
 */
export function configOf(
  { params, commitment }: HandlerContext,
  names: readonly string[],
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const own = Object.fromEntries(names.map((name) => [name, params.raw(name)]));
  const members = Object.entries({ commitment, ...own, ...fields }).filter(([, raw]) => raw !== undefined);
  return `{${members.map(([name, raw]) => `"${name}":${raw}`).join(",")}}`;
}

/** Parameters of a call that a handler makes: the items, then the config object unless it is empty. */
export function paramsWith(items: readonly string[], config: string): string {
  return `[${(config === "{}" ? items : [...items, config]).join(",")}]`;
}
