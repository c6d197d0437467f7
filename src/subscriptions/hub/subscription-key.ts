import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { canonical } from "../../json/canonical.ts";
import { quote } from "../../json/join.ts";

const defaultCommitment = '"finalized"';

/**
 * The key that equal subscriptions of a network share. It is canonical JSON, so that no name or value from a client can imitate
 * another part of the key. Leaving out the default commitment, or a switch that is off, gives the same key as writing it.
 */
export function subscriptionKey(network: string, bound: BoundParams): string {
  const { method } = bound.plan;
  const values = method.params.map(({ name }, index) => {
    const raw = bound.raws[index] ?? (name === method.commitment?.param ? defaultCommitment : "null");
    return raw === "false" ? "null" : raw;
  });
  const extras = bound.extras.map(([key, raw]) => `${quote(key)}:${raw}`);
  return canonical(`[${quote(network)},${quote(method.name)},[${values.join(",")}],{${extras.join(",")}}]`);
}
