import { callCommitment } from "../call/call-commitment.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { JsonError } from "../json/scan/json-error.ts";

/** Sets a member of the config in a call's parameters. `raw` maps its text to the new one, or to undefined to change nothing. */
function withConfigMember(
  params: string,
  { config }: MethodDescription,
  field: string,
  raw: (own: string | undefined) => string | undefined,
): string {
  if (config === undefined) return params;
  try {
    return withMember(params === "" ? [] : cutArray(params), config, field, raw) ?? params;
  } catch (caught) {
    // Parameters that don't fit the document are left to the upstream to judge.
    if (caught instanceof JsonError) return params;
    throw caught;
  }
}

function withMember(
  items: string[],
  { index, trailing, always = {} }: NonNullable<MethodDescription["config"]>,
  field: string,
  raw: (own: string | undefined) => string | undefined,
): string | undefined {
  const last = items.findLastIndex((item) => item.startsWith("{"));
  const at = trailing && last >= 0 ? last : trailing ? Math.min(items.length, index) : index;
  const config = items[at] ?? "null";
  if (at > items.length || (config !== "null" && !config.startsWith("{"))) return undefined;
  const members = config === "null" ? [] : cutObject(config);
  const value = raw(members.find(([key]) => key === field)?.[1]);
  if (value === undefined) return undefined;
  const others = members
    .filter(([key]) => key !== field)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  const lacking = Object.entries(always)
    .filter(([name]) => !members.some(([key]) => key === name))
    .map(([name, preset]) => `${JSON.stringify(name)}:${JSON.stringify(preset)}`);
  const given = [...others, ...lacking, `"${field}":${value}`].join(",");
  return `[${items.toSpliced(at, 1, `{${given}}`).join(",")}]`;
}

/** The parameters of a call, changed to ask for finalized state; undefined if they do already, or the method has no commitment. */
export function withFinalizedCommitment(params: string, method: MethodDescription): string | undefined {
  const asked = callCommitment(method, params);
  if (method.commitment === undefined || asked === undefined || asked === "finalized") return undefined;
  const changed = withConfigMember(params, method, method.commitment.field, () => '"finalized"');
  return changed === params ? undefined : changed;
}

const slotPattern = /^\d{1,15}$/;

/** The parameters of a call, with `slot` as their `minContextSlot` unless the client's own is higher. */
export function withMinContextSlot(params: string, method: MethodDescription, slot: number): string {
  if (!method.takesMinContextSlot) return params;
  return withConfigMember(params, method, "minContextSlot", (own = "null") => {
    const isBelow = own === "null" || (slotPattern.test(own) && Number(own) < slot);
    return isBelow && slot > 0 ? String(slot) : undefined;
  });
}
