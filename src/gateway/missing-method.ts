import { member } from "../json/cut-raw.ts";
import { joinObject } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { upstreamNames } from "../networks/upstream-names.ts";
import { notServedError } from "../providers/not-served.ts";
import { errorTable } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/wording.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { indexedMethods } from "./params/method-index.ts";

/**
 * Explains the error for a method that no upstream of a network serves: names the providers that do or, in the gateway dialect, adds the
 * upstreams to its `data`. Returns any other error unchanged.
 */
export function explainMissingMethod(
  error: RpcError,
  { method, dialect }: Pick<GatewayCall, "method" | "dialect">,
  providers: readonly string[] | undefined,
  network: Network | undefined,
): RpcError {
  const { kind, code, message, ledgerError } = error;
  if (kind !== "ledger" || code !== errorTable.methodNotFound.code || network === undefined) return error;
  if (providers !== undefined) return notServedError(method, providers, network.id);
  if (dialect === "ledger" || ledgerError === undefined) return error;
  const upstreamData = member(ledgerError, "data");
  // The upstream's own data takes precedence.
  if (upstreamData !== undefined && !upstreamData.isNull) return error;
  const { id, httpAddresses } = network;
  const data = RawJson.write({
    network: id,
    upstreams: upstreamNames(httpAddresses),
    hint: hintFor(method, network),
  });
  const explained = joinObject([
    ["code", RawJson.write(code)],
    ["message", member(ledgerError, "message") ?? RawJson.write(message)],
    ["data", data],
  ]);
  return RpcError.fromLedger(code, message, explained);
}

function hintFor(method: string, { id, type }: Network): string {
  const remedy =
    type === "localnet"
      ? "serve --mock answers it from the example of openrpc.json"
      : "ask another network, or add an upstream that serves it";
  return `No upstream of network ${id} has ${method}: ${remedy}.`;
}

/** The -32601 for an unknown method, with the nearest name that exists. */
export function unknownMethodError({
  method: name,
  dialect,
}: Pick<GatewayCall, "method" | "dialect">): RpcError {
  const shown = truncate(name);
  // The ledger dialect has no rpc.discover, since ledger nodes have none.
  const list = `${dialect === "gateway" ? "rpc.discover" : "GET /openrpc.json"} lists the methods`;
  const hint = didYouMean(nearest(name, indexedMethods.keys(), 1), list);
  return RpcError.of("methodNotFound", `Method not found: ${JSON.stringify(shown)}; ${hint}`);
}
