import type { MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { JsonError } from "../json/json-error.ts";

const field = "minContextSlot";
const ownSlot = /^\d{1,15}$/;

/** The parameters of a call, with the slot that its upstream must have reached; the client's own `minContextSlot` wins if it is higher. */
export function withMinContextSlot(params: string, method: MethodDescription, slot: number): string {
  if (!method.takesMinContextSlot || method.config === undefined) return params;
  try {
    return withSlot(params === "" ? [] : cutArray(params), method.config, slot) ?? params;
  } catch (caught) {
    // Parameters that don't fit the document are left to the upstream to judge.
    if (caught instanceof JsonError) return params;
    throw caught;
  }
}

function withSlot(
  items: string[],
  { index, trailing, always = {} }: NonNullable<MethodDescription["config"]>,
  slot: number,
): string | undefined {
  const last = items.findLastIndex((item) => item.startsWith("{"));
  const at = trailing && last >= 0 ? last : trailing ? Math.min(items.length, index) : index;
  const config = items[at] ?? "null";
  if (at > items.length || (config !== "null" && !config.startsWith("{"))) return undefined;
  const members = config === "null" ? [] : cutObject(config);
  const own = members.find(([key]) => key === field)?.[1] ?? "0";
  if (own !== "null" && (!ownSlot.test(own) || Number(own) >= slot)) return undefined;
  const others = members
    .filter(([key]) => key !== field)
    .map(([key, raw]) => `${JSON.stringify(key)}:${raw}`);
  const lacking = Object.entries(always)
    .filter(([name]) => !members.some(([key]) => key === name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const given = [...others, ...lacking, `"${field}":${slot}`].join(",");
  return `[${items.toSpliced(at, 1, `{${given}}`).join(",")}]`;
}
