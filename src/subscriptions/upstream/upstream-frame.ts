import { ledgerError } from "../../call/ledger-error.ts";
import { members } from "../../json/cut-raw.ts";
import { readErrorMembers } from "../../json/cut-response.ts";
import { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { isMethodMissing } from "../../upstream/node/ledger-codes.ts";

/** Longest subscription id accepted from an upstream, since ids are kept in memory. Nodes use numbers. */
export const maxIdBytes = 64;

type UpstreamFrame =
  | { readonly kind: "notification"; readonly subscription: string; readonly payload: RawJson }
  | { readonly kind: "result"; readonly id: number; readonly result: RawJson }
  | { readonly kind: "refusal"; readonly id: number; readonly refusal: RpcError }
  /** Neither a notification nor a response. */
  | { readonly kind: "other" };

/** Cuts a frame without parsing its payload. Throws a JsonError if the frame is not a JSON object. */
export function readUpstreamFrame(bytes: Buffer): UpstreamFrame {
  const frame = RawJson.fromBytes(bytes);
  if (!frame.isObject) throw new JsonError("shape", "a frame must be an object", 0);
  const [id, params, result, error] = members(frame, ["id", "params", "result", "error"]);
  if (params !== undefined) return readNotification(params);
  // Some upstreams write the id as a string.
  const number = Number(id?.toString().replace(/^"(\d+)"$/, "$1"));
  if (!Number.isSafeInteger(number)) return { kind: "other" };
  if (error !== undefined && !error.isNull) {
    const { code = -32603, message } = readErrorMembers(error);
    return { kind: "refusal", id: number, refusal: ledgerError(code, message, error) };
  }
  return result === undefined ? { kind: "other" } : { kind: "result", id: number, result };
}

function readNotification(params: RawJson): UpstreamFrame {
  const [subscription, payload] = members(params, ["subscription", "result"]);
  if (subscription === undefined || payload === undefined) return { kind: "other" };
  if (subscription.byteLength > maxIdBytes) return { kind: "other" };
  return { kind: "notification", subscription: subscription.toString(), payload };
}

const codes = { subscriptionRejected: -32091, invalidParams: -32602 };

/** True if the upstream does not serve the method. */
export function isMethodUnsupported(refusal: RpcError): boolean {
  const { code, message } = refusal;
  if (isMethodMissing(refusal) || code === codes.subscriptionRejected) return true;
  // The embedded ledger's error for methods that it registers but does not serve.
  return code === codes.invalidParams && /no parameters were expected/i.test(message);
}

/** True if the upstream rejected the parameters. */
export function areParamsRefused({ code }: RpcError): boolean {
  return code === codes.invalidParams;
}
