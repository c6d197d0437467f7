import type { BoundParams } from "../../gateway/bound-params.ts";
import { canonical } from "../../json/canonical.ts";

/** The commitment that the ledger takes where none is named. */
const defaultCommitment = '"finalized"';

/**
 * The key under which equal subscriptions of a network are one: its parameters in canonical form, the ledger's
 * defaults filled in, so that it does not matter who writes them out. Switches are off where they are not named.
 */
export function subscriptionKey(bound: BoundParams): string {
  const { method } = bound.plan;
  const parts: string[] = [method.name];
  for (const [index, param] of method.params.entries()) {
    const raw = bound.raws[index];
    const value = raw ?? (param.name === method.commitment?.param ? defaultCommitment : undefined);
    if (value !== undefined && value !== "false") parts.push(`${param.name}=${canonical(value)}`);
  }
  for (const [key, raw] of bound.extras) parts.push(`${key}=${canonical(raw)}`);
  return parts.join(" ");
}
