import type { JwtConfig, TokenRights } from "../../generated/config.ts";
import { checkValue } from "../config/check-value.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { type SchemaNode, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { unauthorizedError } from "./rights.ts";

/** The scopes that grant rights. */
export const scopes = { read: "svm:read", send: "svm:send", manage: "svm:manage" } as const;

const rightsNode: SchemaNode = schemaAt("auth.jwt.rights") ?? {};

/**
 * Returns the rights of a token by its scopes, overridden by the configured claims. A token with neither gets `auth.jwt.rights`. Throws
 * `unauthorized` for a malformed claim.
 */
export function tokenRights(payload: Readonly<Record<string, unknown>>, jwt: JwtConfig): TokenRights {
  const words = readWords(payload.scope ?? payload.scp);
  const hasScope = Object.values(scopes).some((scope) => words.includes(scope));
  const claimed = Object.entries(jwt.claims).filter(([, claim]) => payload[claim] !== undefined);
  if (!hasScope && claimed.length === 0) return jwt.rights;
  const mayManage = words.includes(scopes.manage);
  const values: Record<string, unknown> = {
    read_only: !words.includes(scopes.send) && !mayManage,
    sending: words.includes(scopes.send),
    admin: mayManage,
  };
  const faults: ConfigFault[] = [];
  for (const [right, claim] of claimed) {
    const node = rightsNode.properties?.[right] ?? {};
    const value = payload[claim];
    const list = node.type === "array" ? readWords(value) : value;
    values[right] = checkValue(node, list, claim, faults);
  }
  const [fault] = faults;
  if (fault !== undefined) throw unauthorizedError(`The token's claim ${fault.at} ${fault.message}.`);
  return fillDefaults(rightsNode, values) as TokenRights;
}

/** Returns a list unchanged, and splits a string into words, as scopes are written. */
function readWords(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? value.split(" ").filter((word) => word !== "") : [];
}

/** Scopes to request, by missing right. No scope grants the other rights. */
const scopesByRight: Readonly<Record<string, readonly string[]>> = {
  sending: [scopes.read, scopes.send],
  read_only: [scopes.read, scopes.send],
  admin: [scopes.read, scopes.manage],
};

/** Scopes for a client to request if its token lacks a right; undefined if no scope grants that right. */
export function scopesFor(right: unknown): readonly string[] | undefined {
  return typeof right === "string" && Object.hasOwn(scopesByRight, right) ? scopesByRight[right] : undefined;
}
