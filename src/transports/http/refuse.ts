import type { ServerResponse } from "node:http";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { type ErrorForm, writeError } from "../../rpc/write-response.ts";
import { truncate } from "../../text/truncate.ts";

/** Longest status message. */
const maxLength = 200;

/** Puts an error's message into the status line, which clients of ledger nodes show; they ignore the body of an HTTP error. */
export function setStatusMessage(response: ServerResponse, { message }: RpcError): void {
  response.statusMessage = truncate(message.replace(/[^ -~]/g, "?"), maxLength);
}

/** Sets headers given as names and values in turn. */
export function setFields(response: ServerResponse, fields: readonly string[]): void {
  for (let at = 0; at + 1 < fields.length; at += 2)
    response.setHeader(fields[at] ?? "", fields[at + 1] ?? "");
}

/** Answers a request that does not become a call with an HTTP status, the error and, if known, when to retry. */
export function refuse(response: ServerResponse, status: number, fault: RpcError, form?: ErrorForm): void {
  const body = writeError("null", fault, form).toBuffer();
  if (form?.nodeCodes === true) setStatusMessage(response, fault);
  if (fault.retryAfterSeconds !== undefined)
    response.setHeader("retry-after", String(Math.ceil(fault.retryAfterSeconds)));
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
