import { cutObject } from "../../json/cut-text.ts";
import { invalidParamsError } from "../../rpc/invalid-params.ts";
import { truncate } from "../../text/wording.ts";

/** Most members of a params object, and of the config objects of one call. */
export const maxParamMembers = 1000;

/** Up to this many members, comparing all pairs of keys is cheaper than a set. */
const fewMembers = 8;

/** One member: its decoded key and the raw text of its value. */
export type ParamMember = readonly [key: string, raw: string];

/** Cuts a params object into its members. Throws -32602 for too many members or a repeated key. */
export function cutParamMembers(method: string, text: string): readonly ParamMember[] {
  const members = cutObject(text);
  assertDistinctMembers(method, members);
  return members;
}

/** Refuses too many members, and a repeated key, since either of its values may be meant. */
export function assertDistinctMembers(method: string, members: readonly ParamMember[]): void {
  const count = members.length;
  if (count > maxParamMembers) {
    const what = `an object has ${count} members, more than the limit of ${maxParamMembers}`;
    throw invalidParamsError(method, what);
  }
  const repeated = count <= fewMembers ? repeatedOfFew(members) : repeatedKey(members);
  if (repeated === undefined) return;
  const param = truncate(repeated);
  throw invalidParamsError(method, `${JSON.stringify(param)} is written twice; write each key once`, {
    faults: [{ param, message: "is written twice; write each key once" }],
  });
}

function repeatedOfFew(members: readonly ParamMember[]): string | undefined {
  for (let index = 1; index < members.length; index += 1) {
    const key = members[index]?.[0];
    for (let before = 0; before < index; before += 1) if (members[before]?.[0] === key) return key;
  }
  return undefined;
}

function repeatedKey(members: readonly ParamMember[]): string | undefined {
  const seen = new Set<string>();
  for (const [key] of members) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}
