import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { cutArray, cutObject } from "../../json/cut.ts";
import { RawJson } from "../../json/raw-json.ts";
import { replaceMember } from "../../json/replace-member.ts";

/** Members of a notification, an account or its data: nodes write ten at most. */
const maxMembers = 32;

/**
 * Cuts notifications to the piece of an account's data that a subscription asks for; undefined if it asks for all. Nodes before 4.4
 * accept `dataSlice` and send all of the data, but cut what is read over HTTP: a client must not get both forms. Only base-64 can be
 * cut; other encodings stay as the node wrote them. `path`: the keys that lead to the account.
 */
export function dataSlicer(
  params: BoundParams,
  path: readonly string[],
): ((payload: RawJson) => RawJson) | undefined {
  const slice = params.raw("dataSlice");
  if (slice === undefined || params.raw("encoding") !== '"base64"') return undefined;
  const { offset, length } = JSON.parse(slice) as { readonly offset: number; readonly length: number };
  const sliced = (account: string): string | undefined => {
    const data = memberOf(account, "data");
    const space = Number(memberOf(account, "space"));
    if (data?.startsWith('["') !== true) return undefined;
    const [text = ""] = cutArray(data, maxMembers);
    const bytes = Buffer.from(text, "base64");
    // Data as long as the account has not been cut yet.
    if (bytes.length !== space || (offset === 0 && length >= space)) return undefined;
    const piece = bytes.subarray(offset, offset + length).toString("base64");
    return replaceMember(account, "data", `["${piece}","base64"]`);
  };
  return (payload) => {
    const cut = replaced(payload.toString(), path, sliced);
    return cut === undefined ? payload : RawJson.fromText(cut);
  };
}

function memberOf(object: string, key: string): string | undefined {
  return object.startsWith("{")
    ? cutObject(object, maxMembers).findLast(([name]) => name === key)?.[1]
    : undefined;
}

/** The object with the value at a path of keys replaced; undefined if there is none or `change` leaves it. */
function replaced(
  object: string,
  [key, ...rest]: readonly string[],
  change: (value: string) => string | undefined,
): string | undefined {
  if (key === undefined) return change(object);
  const value = memberOf(object, key);
  const inner = value === undefined ? undefined : replaced(value, rest, change);
  return inner === undefined ? undefined : replaceMember(object, key, inner);
}
