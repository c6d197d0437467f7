import { cutMembers } from "../../json/cut-members.ts";
import { JsonError } from "../../json/json-error.ts";
import { RawJson } from "../../json/raw-json.ts";

/** The error with which an upstream refuses a subscription. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  /** The error object as written. */
  readonly wire: RawJson;
}

/** A frame of an upstream. */
export type UpstreamFrame =
  | { readonly kind: "notification"; readonly subscription: string; readonly payload: RawJson }
  | { readonly kind: "result"; readonly id: number; readonly result: RawJson }
  | { readonly kind: "refusal"; readonly id: number; readonly refusal: Refusal }
  /** Neither a notification nor an answer. */
  | { readonly kind: "other" };

/** Cuts a frame without parsing the payload. Throws a JsonError when it is not a JSON object. */
export function readUpstreamFrame(bytes: Buffer): UpstreamFrame {
  const members = cutMembers(RawJson.fromBytes(bytes));
  if (members === undefined) throw new JsonError("shape", "a frame must be an object", 0);
  let id: RawJson | undefined;
  let params: RawJson | undefined;
  let result: RawJson | undefined;
  let error: RawJson | undefined;
  for (const [key, value] of members) {
    if (key === "id") id = value;
    else if (key === "params") params = value;
    else if (key === "result") result = value;
    else if (key === "error") error = value;
  }
  if (params !== undefined) return readNotification(params);
  const number = id === undefined ? Number.NaN : Number(id.toString());
  if (!Number.isSafeInteger(number)) return { kind: "other" };
  if (error !== undefined && !error.isNull)
    return { kind: "refusal", id: number, refusal: readRefusal(error) };
  return result === undefined ? { kind: "other" } : { kind: "result", id: number, result };
}

function readNotification(params: RawJson): UpstreamFrame {
  let subscription: RawJson | undefined;
  let payload: RawJson | undefined;
  for (const [key, value] of cutMembers(params) ?? []) {
    if (key === "subscription") subscription = value;
    else if (key === "result") payload = value;
  }
  if (subscription === undefined || payload === undefined) return { kind: "other" };
  return { kind: "notification", subscription: subscription.toString(), payload };
}

function readRefusal(wire: RawJson): Refusal {
  let code = -32603;
  let message = "";
  for (const [key, value] of cutMembers(wire) ?? []) {
    if (key === "code") code = Number(value.toString());
    else if (key === "message") message = String(value.parse());
  }
  return { code, message, wire };
}
