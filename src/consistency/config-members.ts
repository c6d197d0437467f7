import { callCommitment } from "../call/call-commitment.ts";
import { type MethodDescription, requiredFields } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { writeMembers } from "../json/join.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import { parseWholeNumber } from "../json/whole-number.ts";

/**
 * The parameters of a call with a member of their config set. `change` maps its text to the new one. Undefined if that is undefined, or the
 * parameters don't fit the document: then the upstream judges them.
 */
function withConfigMember(
  params: string,
  method: MethodDescription,
  field: string,
  change: (own: string | undefined) => string | undefined,
): string | undefined {
  const items = params === "" ? [] : unlessJsonError(() => cutArray(params));
  if (items === undefined || method.config === undefined) return undefined;
  const { index, trailing } = method.config;
  const last = items.findLastIndex((item) => item.startsWith("{"));
  const at = trailing && last >= 0 ? last : trailing ? Math.min(items.length, index) : index;
  const config = items[at] ?? "null";
  if (at > items.length || (config !== "null" && !config.startsWith("{"))) return undefined;
  const members = config === "null" ? [] : cutObject(config);
  const value = change(members.find(([key]) => key === field)?.[1]);
  if (value === undefined) return undefined;
  const others = members.filter(([key]) => key !== field);
  const required = requiredFields(method, (name) => members.some(([key]) => key === name));
  return `[${items.toSpliced(at, 1, writeMembers([...others, ...required, [field, value]])).join(",")}]`;
}

/** The parameters of a call, changed to ask for finalized state; undefined if they do already, or the method has no commitment. */
export function withFinalizedCommitment(params: string, method: MethodDescription): string | undefined {
  const asked = callCommitment(method, params);
  if (method.commitment === undefined || asked === undefined || asked === "finalized") return undefined;
  return withConfigMember(params, method, method.commitment.field, () => '"finalized"');
}

/** The parameters of a call, with `slot` as their `minContextSlot` unless the client's own is higher. */
export function withMinContextSlot(params: string, method: MethodDescription, slot: number): string {
  if (!method.takesMinContextSlot) return params;
  const changed = withConfigMember(params, method, "minContextSlot", (own = "null") => {
    const asked = own === "null" ? 0 : parseWholeNumber(own);
    return asked !== undefined && asked < slot ? String(slot) : undefined;
  });
  return changed ?? params;
}
