import type { BoundParams } from "../../../gateway/params/bound-params.ts";
import { cutArray, cutObject } from "../../../json/cut.ts";
import { RawJson } from "../../../json/raw-json.ts";
import { replaceMember } from "../../../json/replace-member.ts";

/** Members of a notification, an account or its data: nodes write ten at most. */
const maxMembers = 32;

/**
 * The piece of an account's data that a subscription asks for. Nodes before 4.4 take `dataSlice` and send all of the data, while what is
 * read over HTTP is cut: a client must not get both forms. Only base-64 can be cut; the other encodings stay as the node wrote them.
 */
export class SlicedData {
  readonly #offset: number;
  readonly #length: number;
  /** Keys that lead to the account in the notification. */
  readonly #path: readonly string[];

  private constructor(slice: { readonly offset: number; readonly length: number }, path: readonly string[]) {
    this.#offset = slice.offset;
    this.#length = slice.length;
    this.#path = path;
  }

  /** Undefined for a subscription to all of the data. */
  static of(params: BoundParams, path: readonly string[]): SlicedData | undefined {
    const slice = params.raw("dataSlice");
    if (slice === undefined || params.raw("encoding") !== '"base64"') return undefined;
    return new SlicedData(JSON.parse(slice) as { offset: number; length: number }, path);
  }

  /** The notification with the piece alone; the same one if the node has cut it already. */
  cut(payload: RawJson): RawJson {
    const text = payload.toString();
    const cut = replaced(text, this.#path, (account) => this.#cutAccount(account));
    return cut === undefined ? payload : RawJson.fromText(cut);
  }

  #cutAccount(account: string): string | undefined {
    const members = new Map(account.startsWith("{") ? cutObject(account, maxMembers) : []);
    const data = members.get("data");
    const space = Number(members.get("space"));
    if (data?.startsWith('["') !== true) return undefined;
    const [text = ""] = cutArray(data, maxMembers);
    const bytes = Buffer.from(text, "base64");
    // Data as long as the account has not been cut yet.
    if (bytes.length !== space || (this.#offset === 0 && this.#length >= space)) return undefined;
    const piece = bytes.subarray(this.#offset, this.#offset + this.#length).toString("base64");
    return replaceMember(account, "data", `["${piece}","base64"]`);
  }
}

function memberOf(object: string, key: string): string | undefined {
  return object.startsWith("{")
    ? cutObject(object, maxMembers).findLast(([name]) => name === key)?.[1]
    : undefined;
}

/** The object with the value at a path of keys replaced; undefined if it is not there or `change` leaves it. */
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
