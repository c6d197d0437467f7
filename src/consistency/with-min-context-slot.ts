import type { MethodDescription } from "../contract/method-description.ts";
import { withConfigMember } from "./config-members.ts";

const ownSlot = /^\d{1,15}$/;

/** The parameters of a call, with the slot that its upstream must have reached; the client's own `minContextSlot` wins if it is higher. */
export function withMinContextSlot(params: string, method: MethodDescription, slot: number): string {
  if (!method.takesMinContextSlot) return params;
  return withConfigMember(params, method, "minContextSlot", (own = "null") => {
    const isBelow = own === "null" || (ownSlot.test(own) && Number(own) < slot);
    return isBelow && slot > 0 ? String(slot) : undefined;
  });
}
