import { callCommitment } from "../call/call-commitment.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { withConfigMember } from "./config-members.ts";

/** The parameters of a call that asks for what is final, which is more than it asked for; undefined if that can't be asked, or is asked already. */
export function atFinalized(params: string, method: MethodDescription): string | undefined {
  const asked = callCommitment(method, params);
  if (method.commitment === undefined || asked === undefined || asked === "finalized") return undefined;
  const changed = withConfigMember(params, method, method.commitment.field, () => '"finalized"');
  return changed === params ? undefined : changed;
}
