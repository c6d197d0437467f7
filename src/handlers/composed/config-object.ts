import type { HandlerContext } from "../../gateway/handler-context.ts";

/** JSON text of a config object from fields whose values are JSON text; fields that are undefined stay out. */
export function configObject(fields: Readonly<Record<string, string | undefined>>): string {
  const members: string[] = [];
  for (const [name, raw] of Object.entries(fields)) if (raw !== undefined) members.push(`"${name}":${raw}`);
  return `{${members.join(",")}}`;
}

/** Config object of a call that a handler makes: the caller's own parameters of these names, then what the handler adds. */
export function configOf(
  context: HandlerContext,
  names: readonly string[],
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const own = names.map((name) => [name, context.params.raw(name)] as const);
  return configObject({ commitment: context.commitment, ...Object.fromEntries(own), ...fields });
}

/** Parameters of a call that a handler makes: the items, then the config object unless it is empty. */
export function paramsWith(items: readonly string[], config: string): string {
  return `[${(config === "{}" ? items : [...items, config]).join(",")}]`;
}
