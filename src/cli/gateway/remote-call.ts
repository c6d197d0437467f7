import { cutResponse } from "../../json/cut-response.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { noGateway, notAGateway } from "./gateway-faults.ts";
import { authorization } from "./operator-request.ts";

const usualTimeoutMs = 60_000;

/** How a running gateway is called. */
interface RemoteCallOptions {
  readonly network?: string | undefined;
  readonly key?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** One call on a running gateway, over its JSON-RPC; `params` is JSON text. Faults are RpcErrors, the gateway's own included. */
export async function remoteCall(
  url: string,
  method: string,
  params: string,
  { network, key, timeoutMs = usualTimeoutMs }: RemoteCallOptions = {},
): Promise<RawJson> {
  const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;
  const headers = {
    "content-type": "application/json",
    ...(network !== undefined && { "x-network": network }),
    ...authorization(key),
  };
  let bytes: Buffer;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    bytes = Buffer.from(await response.arrayBuffer());
  } catch (cause) {
    throw noGateway(url, cause);
  }
  try {
    const answer = cutResponse(bytes);
    if (answer.kind === "result") return answer.result;
    throw RpcError.fromLedger(answer.code, answer.message, answer.error);
  } catch (caught) {
    if (!(caught instanceof JsonError)) throw caught;
    throw notAGateway(url, caught);
  }
}
