import type { ServerResponse } from "node:http";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/truncate.ts";

/** Longest text of a status line. */
const maxLength = 200;

/** Puts the message of an error into the status line: clients of ledger nodes show that, and leave the body of an HTTP error unread. */
export function sayFault(response: ServerResponse, { message }: RpcError): void {
  response.statusMessage = truncate(message.replace(/[^ -~]/g, "?"), maxLength);
}
