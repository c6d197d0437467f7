import { valueAt } from "../json/value-at.ts";
import type { ParamCondition, RefusedCombination } from "./param-description.ts";

/** Returns true if the JSON text of a parameter meets a condition. */
export function meetsCondition(raw: string | undefined, condition: ParamCondition): boolean {
  if (condition === "given") return raw !== undefined;
  if (condition === "absent") return raw === undefined;
  if (raw === undefined) return false;
  if ("in" in condition) return condition.in.includes(raw);
  if ("minimum" in condition) return Number(raw) >= condition.minimum;
  const value: unknown = JSON.parse(raw);
  return condition.has.some((path) => (valueAt(value, path.split("/")) ?? null) !== null);
}

/** Returns a parameter's default, lowered to the highest number that upstreams accept together with the other parameters. */
export function allowedDefault(
  name: string,
  preset: string,
  refuses: readonly RefusedCombination[] | undefined,
  rawOf: (name: string) => string | undefined,
): string {
  for (const { when } of refuses ?? []) {
    const { [name]: own, ...others } = when;
    if (typeof own !== "object" || !("minimum" in own) || !meetsCondition(preset, own)) continue;
    if (Object.entries(others).every(([other, condition]) => meetsCondition(rawOf(other), condition)))
      return String(own.minimum - 1);
  }
  return preset;
}
