import { type ErrorKind, type ErrorRow, errorTable } from "../../src/rpc/error-table.ts";
import { code, table } from "./markdown.ts";

/** When the gateway answers with each error. */
const meanings: Readonly<Record<ErrorKind, string>> = {
  parse: "the body or the frame is not JSON",
  invalidRequest: "not a JSON-RPC 2.0 request, an empty batch, or more calls than `server_config.max_batch`",
  unsupportedVersion:
    "an MCP client asks for an unsupported protocol version; `data.supported` lists those that need no handshake",
  invalidEnvelope:
    "an MCP message of version 2026-07-28 has a wrong version or wrong capabilities in `_meta`",
  headerMismatch:
    "the header `MCP-Protocol-Version`, `Mcp-Method` or `Mcp-Name` is missing, or differs from the MCP message",
  methodNotFound: "there is no such method; the message suggests the closest name",
  invalidParams: "a parameter is missing, of the wrong type or out of range; `data.faults` lists every one",
  internal: "an internal error of the gateway; the log has its cause",
  bodyTooLarge: "the body is longer than `server_config.max_body_bytes`",
  unsupportedMediaType: "the content type is not `application/json`",
  methodNotAllowed: "the path takes another HTTP method; `Allow` names it",
  pathNotFound: "nothing is served at this path",
  networkNotFound: "no network has this id",
  upstreamUnreachable: "no upstream of the network could be reached",
  upstreamInvalid: "an upstream's answer is not a valid JSON-RPC response",
  upstreamTimeout: "no answer within `server_config.request_timeout_ms`",
  responseTooLarge: "the answer is longer than an eighth of `server_config.memory_mb`",
  noAgreement:
    "too few upstreams gave the same answer to a read on which several must [agree](reads.md#agreement)",
  noRoute:
    "every upstream that takes transactions would refuse this one; `data.routes` says what each [requires](sending.md#send-only-upstreams)",
  blockhashExpired:
    "the transaction [can no longer land](sending.md#what-a-fate-means): sign it again with a new blockhash",
  batchTooLarge: "the answers of the batch are longer together than a sixteenth of `server_config.memory_mb`",
  atCapacity:
    "too many calls of this client or network are running or waiting, too much memory is in use ([bounds](security.md#bounds)), or a key's limits are in Redis and it does not answer: try again later",
  upstreamsLimited:
    "every upstream that could take the call is at a [limit](providers.md#limits-and-costs), and has no room before the call's deadline",
  rateLimited:
    "a limit on rate or concurrency is reached, or the client sent too many wrong keys; `Retry-After` says when to try again",
  unauthorized:
    "with [authentication](callers.md): no key or token, or one that is wrong, expired or revoked",
  forbidden: "the key or token lacks a right; `data.right` names it",
  creditsSpent:
    "the key or token has spent its credits of the day or month; `Retry-After` says when it gets new ones",
  notInitialized: "a tool request on standard input before `initialize`",
  notAllowed:
    "not allowed here: a change of networks, an airdrop on a mainnet, a foreign origin, a foreign host (always 403), or a call that no upstream may take",
  noNetwork: "a call to `all` while no network is enabled",
  cancelled: "the caller disconnected or cancelled the call",
  shuttingDown: "the gateway is stopping",
  ledger: "the ledger's own error, unchanged",
};

/** A row for each error. The names of the code's table are left out: no answer has them. */
export function errorsTable(): string {
  const rows = Object.entries<ErrorRow>(errorTable).map(
    ([name, { code: number, reason, rpcStatus, toolStatus }]) => [
      name === "ledger" ? "as given" : String(number),
      reason === undefined ? "" : code(reason),
      String(rpcStatus),
      String(toolStatus),
      meanings[name as ErrorKind],
    ],
  );
  return table(["code", "reason", "HTTP", "MCP", "when"], rows);
}
