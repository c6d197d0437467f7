import { concatRaw, quote } from "../json/join.ts";
import { type LosslessValue, stringifyLossless } from "../json/lossless.ts";
import { RawJson } from "../json/raw-json.ts";
import { truncate } from "../text/wording.ts";
import { errorTable } from "./error-table.ts";
import type { RpcError } from "./rpc-error.ts";

/** The `data` of an error. Clients see all of it, so it must not contain upstream URLs, which may hold keys. */
export type ErrorData = Readonly<Record<string, unknown>>;

/** The wire format of a caller: the gateway's own, or that of a ledger node. */
export type Dialect = "gateway" | "ledger";

/** How to write the gateway's own errors. Errors of a ledger are always passed on byte for byte. */
export interface ErrorForm {
  /** Added to the `data` of every error. */
  readonly extraData?: ErrorData;
  /** Default: gateway. `ledger` has only the codes of nodes: for others, such as -32000, kit throws a TypeError without the message. */
  readonly dialect?: Dialect;
}

/** Writes a JSON-RPC response with a result. `id` is JSON text. Members are in the order that ledger nodes use. */
export function writeResult(id: string, result: RawJson): RawJson {
  return concatRaw(['{"jsonrpc":"2.0","result":', result, `,"id":${id}}`]);
}

/** Writes a JSON-RPC response with an error. */
export function writeError(id: string, error: RpcError, form: ErrorForm = {}): RawJson {
  return concatRaw(['{"jsonrpc":"2.0","error":', writeErrorObject(error, form), `,"id":${id}}`]);
}

/** Writes the error object alone, for use among results. */
export function writeErrorObject(error: RpcError, form: ErrorForm = {}): RawJson {
  return error.ledgerError ?? RawJson.fromText(errorText(error, form));
}

/** Size limit of an error object; those of a ledger are not limited. */
const maxErrorBytes = 16_384;
/** Message length of an error that exceeds the limit. A character takes at most six bytes. */
const maxTruncatedLength = 1024;

/** Code of the gateway's own server errors. */
const serverError = errorTable.upstreamUnreachable.code;

function errorText(error: RpcError, { extraData, dialect }: ErrorForm): string {
  const { message, data } = error;
  const code = dialect === "ledger" && error.code === serverError ? errorTable.internal.code : error.code;
  const all = extraData === undefined ? data : { ...data, ...extraData };
  const text = errorObject(code, message, all);
  if (text.length * 3 <= maxErrorBytes || Buffer.byteLength(text) <= maxErrorBytes) return text;
  const reason = data?.reason === undefined ? undefined : { reason: data.reason };
  return errorObject(code, truncate(message, maxTruncatedLength), {
    ...reason,
    ...extraData,
    truncated: true,
  });
}

function errorObject(code: number, message: string, data: ErrorData | undefined): string {
  // Data may contain bigints, which JSON.stringify rejects.
  const tail = data === undefined ? "" : `,"data":${stringifyLossless(data as LosslessValue)}`;
  return `{"code":${code},"message":${quote(message)}${tail}}`;
}
