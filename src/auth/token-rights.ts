import type { JwtConfig, TokenRights } from "../../generated/config.ts";
import { checkValue } from "../config/check-value.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { type SchemaNode, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { unauthorized } from "./rights.ts";

/** The scopes that give a token rights. */
export const scopes = {
  read: "svm:read",
  send: "svm:send",
  manage: "svm:manage",
} as const;

const rightsNode: SchemaNode = schemaAt("auth.jwt.rights") ?? {};

/**
 * Returns the rights of a token by its scopes, overridden by the configured claims. A token with neither gets `auth.jwt.rights`. Throws
 * `unauthorized` for a malformed claim.
 */
export function tokenRights(payload: Readonly<Record<string, unknown>>, jwt: JwtConfig): TokenRights {
  const words = wordsOf(payload.scope ?? payload.scp);
  const hasScope = Object.values(scopes).some((scope) => words.includes(scope));
  const given = Object.entries(jwt.claims).filter(([, claim]) => payload[claim] !== undefined);
  if (!hasScope && given.length === 0) return jwt.rights;
  const mayManage = words.includes(scopes.manage);
  const values: Record<string, unknown> = {
    read_only: !words.includes(scopes.send) && !mayManage,
    sending: words.includes(scopes.send),
    admin: mayManage,
  };
  const faults: ConfigFault[] = [];
  for (const [right, claim] of given) {
    const node = rightsNode.properties?.[right] ?? {};
    const value = payload[claim];
    const list = node.type === "array" ? wordsOf(value) : value;
    values[right] = checkValue(node, list, claim, faults);
  }
  const [fault] = faults;
  if (fault !== undefined) throw unauthorized(`The token's claim ${fault.at} ${fault.message}.`);
  return fillDefaults(rightsNode, values, () => undefined) as TokenRights;
}

/** Returns a list as it is, and a text as its words, which is how scopes are written. */
function wordsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? value.split(" ").filter((word) => word !== "") : [];
}
