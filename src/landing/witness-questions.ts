import type { Commitment } from "../contract/method-description.ts";
import { quote } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { JsonError } from "../json/scan/json-error.ts";
import { isWholeNumber } from "../json/whole-number.ts";
import { encodeBase58 } from "../text/base58.ts";
import type { Inclusion } from "./fate.ts";

/** Most signatures per call for statuses. */
export const maxStatuses = 256;
/** A transaction's error that is longer is replaced. */
const maxErrorLength = 2000;
/** Offset and length of the nonce in its account's data. */
const nonceValue = { at: 40, length: 32 } as const;

/** A call to an upstream and the parser of its response, which throws UnexpectedResponseError for a malformed one. */
export interface Question<Value> {
  readonly method: string;
  readonly params: string;
  readonly read: (response: RawJson) => AtSlot<Value>;
}

/** A value and the slot of the state it was read from. */
export interface AtSlot<Value> {
  readonly slot: number;
  readonly value: Value;
}

/** Thrown for a response that does not have the form its question expects. */
export class UnexpectedResponseError extends Error {
  override readonly name = "UnexpectedResponseError";
}

/** Slots to search for statuses: those in a node's memory, or the whole ledger. */
export type SearchedSlots = "newest" | "all";

/** Asks for the statuses of transactions. */
export function statusesQuestion(
  signatures: readonly string[],
  searched: SearchedSlots,
): Question<readonly (Inclusion | undefined)[]> {
  return {
    method: "getSignatureStatuses",
    params: `[[${signatures.map(quote).join(",")}],{"searchTransactionHistory":${searched === "all"}}]`,
    read: (response) => {
      const { slot, value } = readAtSlot(response);
      if (!Array.isArray(value) || value.length !== signatures.length)
        throw new UnexpectedResponseError("its value is not a list with one status for each signature");
      return { slot, value: value.map(toInclusion) };
    },
  };
}

/** Asks for the slot and block height at a commitment. */
export function heightAt(commitment: Commitment): Question<number> {
  return {
    method: "getEpochInfo",
    params: `[{"commitment":"${commitment}"}]`,
    read: (response) => {
      const info = toObject(parsed(response));
      const slot = toWholeNumber(info.absoluteSlot);
      const height = toWholeNumber(info.blockHeight);
      // A ledger has no more blocks than slots.
      if (height > slot)
        throw new UnexpectedResponseError(`its block height ${height} is above its slot ${slot}`);
      return { slot, value: height };
    },
  };
}

/** Asks if a blockhash is still valid in finalized state. */
export function blockhashValidity(blockhash: string): Question<boolean> {
  return {
    method: "isBlockhashValid",
    params: `[${quote(blockhash)},{"commitment":"finalized"}]`,
    read: (response) => {
      const { slot, value } = readAtSlot(response);
      if (typeof value !== "boolean")
        throw new UnexpectedResponseError("its value is neither true nor false");
      return { slot, value };
    },
  };
}

/** Asks for a durable nonce in finalized state; undefined if the account is not a nonce account. */
export function nonceQuestion(account: string): Question<string | undefined> {
  return {
    method: "getAccountInfo",
    params: `[${quote(account)},{"commitment":"finalized","encoding":"base64","dataSlice":{"offset":${nonceValue.at},"length":${nonceValue.length}}}]`,
    read: (response) => {
      const { slot, value } = readAtSlot(response);
      if (value === null) return { slot, value: undefined };
      const { data } = toObject(value);
      const text: unknown = Array.isArray(data) ? data[0] : undefined;
      if (typeof text !== "string") throw new UnexpectedResponseError("its account has no data in base64");
      const bytes = Buffer.from(text, "base64");
      return { slot, value: bytes.length === nonceValue.length ? encodeBase58(bytes) : undefined };
    },
  };
}

function parsed(response: RawJson): unknown {
  try {
    return response.parse();
  } catch (caught) {
    if (!(caught instanceof JsonError || caught instanceof SyntaxError)) throw caught;
    throw new UnexpectedResponseError("it can't be parsed", { cause: caught });
  }
}

/** Reads the value and slot of a response with a context. */
export function readAtSlot(response: RawJson): AtSlot<unknown> {
  const { context, value } = toObject(parsed(response));
  return { slot: toWholeNumber(toObject(context).slot), value };
}

function toInclusion(status: unknown): Inclusion | undefined {
  if (status === null) return undefined;
  const { slot, err, confirmations, confirmationStatus } = toObject(status);
  const text = err === null || err === undefined ? undefined : JSON.stringify(err);
  const error = (text?.length ?? 0) <= maxErrorLength ? text : '"an error that is too long to store"';
  return { slot: toWholeNumber(slot), commitment: toCommitment(confirmationStatus, confirmations), error };
}

/** Old nodes omit the commitment, and report null confirmations once the block is finalized. */
function toCommitment(named: unknown, confirmations: unknown): Commitment {
  if (named === "finalized" || named === "confirmed" || named === "processed") return named;
  return confirmations === null ? "finalized" : "processed";
}

/** Throws UnexpectedResponseError for anything but an object. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new UnexpectedResponseError("it lacks an object");
}

/** Throws UnexpectedResponseError for anything but a whole number. */
export function toWholeNumber(value: unknown): number {
  if (isWholeNumber(value)) return value;
  throw new UnexpectedResponseError("it lacks a whole number");
}
