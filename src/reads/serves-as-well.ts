import type { MethodDescription } from "../contract/method-description.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";

/** Whether each upstream that may be asked for a method serves another one too; with `atNoHigherCost`, at no higher cost. */
export function servesAsWell(
  { upstreams }: UpstreamSet,
  other: MethodDescription,
  method: MethodDescription,
  now: number,
  atNoHigherCost: boolean,
): boolean {
  if (other === method) return true;
  return upstreams.every((upstream) => {
    if (!upstream.admits({ method: method.name, use: "reads" })) return true;
    return (
      upstream.admits({ method: other.name, use: "reads" }) &&
      !upstream.lacksMethod(other.name, now) &&
      (!atNoHigherCost || upstream.costOf(other.name) <= upstream.costOf(method.name))
    );
  });
}
