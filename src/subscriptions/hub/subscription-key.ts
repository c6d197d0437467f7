import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { canonical } from "../../json/canonical.ts";
import { quote } from "../../json/join.ts";

/** The ledger's commitment when none is named. */
const defaultCommitment = '"finalized"';

/**
 * The key of a subscription, which equal subscriptions of a network share: canonical JSON text, in which no name or value that
 * a client chooses can be mistaken for another part. The ledger's defaults are filled in, so that it makes no difference
 * whether a client writes them: the default commitment, and switches that are off.
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
