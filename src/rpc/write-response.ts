import { concatRaw, quote } from "../json/join.ts";
import { type LosslessValue, stringifyLossless } from "../json/lossless.ts";
import { RawJson } from "../json/raw-json.ts";
import { truncate } from "../text/wording.ts";
import { errorTable } from "./error-table.ts";
import type { RpcError } from "./rpc-error.ts";

/** The `data` of an error. Clients see all of it: no address with a key may be a member. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** How the gateway's own errors are written; what a ledger returned is always passed on byte for byte. */
export interface ErrorForm {
  /** Goes into the `data` of every error. */
  readonly extraData?: ErrorData;
  /**
   * Use only codes that clients of ledger nodes know. For any other, such as -32000, kit throws a TypeError instead of showing the message.
   */
  readonly usesNodeCodes?: boolean;
}

/** Writes a response that holds a result. `id` is JSON text. Members are in the order that ledger nodes use. */
export function writeResult(id: string, result: RawJson): RawJson {
  return concatRaw(['{"jsonrpc":"2.0","result":', result, `,"id":${id}}`]);
}

/** Writes a response that holds an error. */
export function writeError(id: string, error: RpcError, form: ErrorForm = {}): RawJson {
  if (error.ledgerError !== undefined)
    return concatRaw(['{"jsonrpc":"2.0","error":', error.ledgerError, `,"id":${id}}`]);
  return RawJson.fromText(`{"jsonrpc":"2.0","error":${errorText(error, form)},"id":${id}}`);
}

/** Writes the error object alone, to be put among results. */
export function writeErrorObject(error: RpcError, form: ErrorForm = {}): RawJson {
  return error.ledgerError ?? RawJson.fromText(errorText(error, form));
}

/** Largest error object that the gateway writes; what an upstream wrote is passed on as it is. */
const maxErrorBytes = 16_384;
/** Characters of the message that a larger error keeps. Each takes six bytes at most. */
const keptMessage = 1024;

/** The code of the gateway's own server errors. */
const serverError = errorTable.upstreamUnreachable.code;

function errorText(error: RpcError, { extraData, usesNodeCodes }: ErrorForm): string {
  const { message, data } = error;
  const code = usesNodeCodes === true && error.code === serverError ? errorTable.internal.code : error.code;
  const all = extraData === undefined ? data : { ...data, ...extraData };
  const text = errorObject(code, message, all);
  if (text.length * 3 <= maxErrorBytes || Buffer.byteLength(text) <= maxErrorBytes) return text;
  const reason = data?.reason === undefined ? undefined : { reason: data.reason };
  return errorObject(code, truncate(message, keptMessage), { ...reason, ...extraData, truncated: true });
}

function errorObject(code: number, message: string, data: ErrorData | undefined): string {
  // Data may hold bigint, which JSON.stringify refuses.
  const tail = data === undefined ? "" : `,"data":${stringifyLossless(data as LosslessValue)}`;
  return `{"code":${code},"message":${quote(message)}${tail}}`;
}
