import type { JwtConfig, TokenRights } from "../../generated/config.ts";
import { checkValue } from "../config/check-value.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { type SchemaNode, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { unauthorized } from "./rights.ts";

/** The words of a token's scope that give rights. */
export const scopes = {
  read: "svm:read",
  send: "svm:send",
  manage: "svm:manage",
} as const;

const rightsNode: SchemaNode = schemaAt("auth.jwt.rights") ?? {};

/**
 * The rights of a token: by its scope, overridden by the configured claims; those of `auth.jwt.rights` if it has neither. Throws
 * `unauthorized` for a malformed claim.
 */
export function tokenRights(payload: Readonly<Record<string, unknown>>, jwt: JwtConfig): TokenRights {
  const words = wordsOf(payload.scope ?? payload.scp);
  const ofScope = Object.values(scopes).some((scope) => words.includes(scope));
  const given = Object.entries(jwt.claims).filter(([, claim]) => payload[claim] !== undefined);
  if (!ofScope && given.length === 0) return jwt.rights;
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

/** A list, or the words of a text, as scopes are written. */
function wordsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? value.split(" ").filter((word) => word !== "") : [];
}
