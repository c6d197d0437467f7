import type { ReadResult } from "./http/gateway-caller.ts";
import { cutObject, readJson } from "./json/read-json.ts";
import type { Shape } from "./json/shape.ts";
import { cutIfJson, isErrorObject, readResult, readRpcError } from "./shared/rpc-answer.ts";
import { type CallDetails, SvmGatewayError } from "./shared/svm-gateway-error.ts";

/** The answers of all enabled networks, by network id: a result, or the error of a network that failed. */
export type ByNetwork<T> = Readonly<Record<string, T | SvmGatewayError>>;

/** Reads a record of results by network id. */
export function networksReader(shapes: Readonly<Record<string, Shape>>): ReadResult {
  return (text, call, details) => {
    const entries = Array.from(cutNetworks(text, details), ([network, entry]) => {
      const place = { ...details, network };
      return [network, networkError(entry, place) ?? readResult(entry, shapes[call.method], place)];
    });
    return Object.fromEntries(entries);
  };
}

function cutNetworks(text: string, details: CallDetails): Map<string, string> {
  const networks = cutIfJson(() => cutObject(text));
  if (networks !== undefined) return networks;
  throw new SvmGatewayError(
    "protocol",
    `${details.method}: the result is not an object by network id.`,
    details,
  );
}

/** A network that failed has `{"error": {code, message, data?}}` instead of a result; no result has that shape. */
function networkError(entry: string, details: CallDetails): SvmGatewayError | undefined {
  const members = cutIfJson(() => cutObject(entry));
  const error = members?.size === 1 ? members.get("error") : undefined;
  if (error === undefined || !isErrorObject(cutIfJson(() => readJson(error)))) return undefined;
  return readRpcError(error, details);
}
