import type { ServerResponse } from "node:http";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";

/** Answers a request that does not become a call, with an HTTP status. */
export function refuse(response: ServerResponse, status: number, fault: RpcError): void {
  const body = writeError("null", fault).toBuffer();
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
