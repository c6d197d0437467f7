import { callCommitment } from "../call/call-commitment.ts";
import { configIndex, type MethodDescription, requiredFields } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { writeMembers } from "../json/join.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import { parseWholeNumber } from "../json/whole-number.ts";

/**
 * Sets a member of the config in a call's parameters. `change` maps its JSON text to the new one. Returns undefined if `change` does, or if
 * the parameters are undocumented; then they are left to the upstream.
 */
function withConfigMember(
  params: string,
  method: MethodDescription,
  field: string,
  change: (current: string | undefined) => string | undefined,
): string | undefined {
  const items = params === "" ? [] : unlessJsonError(() => cutArray(params));
  if (items === undefined || method.config === undefined) return undefined;
  const at = configIndex(items, method.config);
  const config = items[at] ?? "null";
  if (at > items.length || (config !== "null" && !config.startsWith("{"))) return undefined;
  const members = config === "null" ? [] : cutObject(config);
  const value = change(members.find(([key]) => key === field)?.[1]);
  if (value === undefined) return undefined;
  const others = members.filter(([key]) => key !== field);
  const required = requiredFields(method, (name) => members.some(([key]) => key === name));
  return `[${items.toSpliced(at, 1, writeMembers([...others, ...required, [field, value]])).join(",")}]`;
}

/** Changes parameters to ask for finalized state. Returns undefined if they already do, or if the method takes no commitment. */
export function withFinalizedCommitment(params: string, method: MethodDescription): string | undefined {
  const commitment = callCommitment(method, params);
  if (method.commitment === undefined || commitment === undefined || commitment === "finalized")
    return undefined;
  return withConfigMember(params, method, method.commitment.field, () => '"finalized"');
}

/** Raises the `minContextSlot` of a call's parameters to `slot`. */
export function withMinContextSlot(params: string, method: MethodDescription, slot: number): string {
  if (!method.takesMinContextSlot) return params;
  const changed = withConfigMember(params, method, "minContextSlot", (current = "null") => {
    const currentSlot = current === "null" ? 0 : parseWholeNumber(current);
    return currentSlot !== undefined && currentSlot < slot ? String(slot) : undefined;
  });
  return changed ?? params;
}
