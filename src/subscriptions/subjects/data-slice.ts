import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { cutArray, cutMember } from "../../json/cut-text.ts";
import { RawJson } from "../../json/raw-json.ts";
import { replaceMember } from "../../json/replace-member.ts";

/** Most members or items of a value that is cut; nodes write at most ten. */
const maxMembers = 32;

/**
 * Returns a function that applies the subscription's `dataSlice` to a notification; undefined without one, or if the encoding is
 * not base64. Nodes before 4.4 apply `dataSlice` over HTTP but not in subscriptions, and a client must not get both forms.
 * `path` holds the keys that lead to the account.
 */
export function dataSlicer(
  params: BoundParams,
  path: readonly string[],
): ((payload: RawJson) => RawJson) | undefined {
  const slice = params.raw("dataSlice");
  if (slice === undefined || params.raw("encoding") !== '"base64"') return undefined;
  const { offset, length } = JSON.parse(slice) as { readonly offset: number; readonly length: number };
  const sliced = (account: string): string | undefined => {
    const data = cutMember(account, "data", maxMembers);
    const space = Number(cutMember(account, "space", maxMembers));
    if (data?.startsWith('["') !== true) return undefined;
    const [text = ""] = cutArray(data, maxMembers);
    const bytes = Buffer.from(text, "base64");
    // Data of the account's full length has not been cut yet.
    if (bytes.length !== space || (offset === 0 && length >= space)) return undefined;
    const piece = bytes.subarray(offset, offset + length).toString("base64");
    return replaceMember(account, "data", `["${piece}","base64"]`);
  };
  return (payload) => {
    const cut = replaceAt(payload.toString(), path, sliced);
    return cut === undefined ? payload : RawJson.fromText(cut);
  };
}

/** Replaces the value at a path of keys; undefined if there is none or `change` returns undefined. */
function replaceAt(
  object: string,
  [key, ...rest]: readonly string[],
  change: (value: string) => string | undefined,
): string | undefined {
  if (key === undefined) return change(object);
  const value = cutMember(object, key, maxMembers);
  const inner = value === undefined ? undefined : replaceAt(value, rest, change);
  return inner === undefined ? undefined : replaceMember(object, key, inner);
}
