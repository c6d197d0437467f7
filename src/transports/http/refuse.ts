import type { ServerResponse } from "node:http";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { type ErrorForm, writeError } from "../../rpc/write-response.ts";
import { sayFault } from "./say-fault.ts";

/** Answers a request that does not become a call, with an HTTP status. */
export function refuse(response: ServerResponse, status: number, fault: RpcError, form?: ErrorForm): void {
  const body = writeError("null", fault, form).toBuffer();
  if (form?.nodeCodes === true) sayFault(response, fault);
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
