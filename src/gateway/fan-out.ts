import { joinObject } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type ErrorForm, writeErrorObject } from "../rpc/write-response.ts";

/**
 * Runs one call on every network at once and joins the answers by network id, in the order of the networks.
 * A network that fails holds `{"error": ...}` in its place.
 */
export async function fanOut(
  networks: readonly Network[],
  run: (network: Network) => Promise<RawJson>,
  form: ErrorForm,
): Promise<RawJson> {
  const entries = networks.map(async (network): Promise<[string, RawJson]> => {
    try {
      return [network.id, await run(network)];
    } catch (caught) {
      return [network.id, joinObject([["error", writeErrorObject(RpcError.from(caught), form)]])];
    }
  });
  return joinObject(await Promise.all(entries));
}
