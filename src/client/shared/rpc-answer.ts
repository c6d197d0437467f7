import { itemsOf, membersOf, readJson } from "../json/read-json.ts";
import type { Shape } from "../json/shape.ts";
import { type CallDetails, errorDataShape, SvmGatewayError } from "./svm-gateway-error.ts";

/** The members of a JSON-RPC answer as JSON text. */
export interface RpcAnswer {
  readonly id: string | undefined;
  readonly result: string | undefined;
  readonly error: string | undefined;
}

/** Cuts one answer; undefined if the text is not an answer. */
export function cutAnswer(text: string): RpcAnswer | undefined {
  const members = membersOf(text);
  const result = members?.get("result");
  const written = members?.get("error");
  const error = written === "null" ? undefined : written;
  return result === undefined && error === undefined ? undefined : { id: members?.get("id"), result, error };
}

/** Cuts the answers of a batch; undefined if the text is not an array of answers. */
export function cutAnswers(text: string): RpcAnswer[] | undefined {
  const answers = itemsOf(text)?.map(cutAnswer);
  return answers?.every((answer) => answer !== undefined) === true ? answers : undefined;
}

/** Reads a result or a notification's payload; throws an error of kind `protocol` if it is malformed. */
export function readResult(text: string, shape: Shape | undefined, details: CallDetails): unknown {
  try {
    return readJson(text, shape);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SvmGatewayError("protocol", `${details.method}: could not read the result: ${reason}.`, {
      ...details,
      cause,
    });
  }
}

/** Reads an `error` member as an error of kind `rpc`, or of kind `protocol` if it has no code and message. */
export function readRpcError(text: string, details: CallDetails): SvmGatewayError {
  const value = readResult(text, { keys: { data: errorDataShape } }, details);
  if (!isErrorObject(value)) {
    return new SvmGatewayError("protocol", `${details.method}: the error has no code and message.`, details);
  }
  return new SvmGatewayError("rpc", value.message, { ...details, code: value.code, data: value.data });
}

function isErrorObject(value: unknown): value is { code: number; message: string; data?: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "number" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
