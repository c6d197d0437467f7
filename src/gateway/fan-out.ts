import { joinObject } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type ErrorForm, writeErrorObject } from "../rpc/write-response.ts";

/**
 * Runs one call on all networks at once and joins the answers by network id. A network that fails, or whose answer does not fit, holds
 * `{"error": ...}`.
 */
export async function fanOut(
  networks: readonly Network[],
  run: (network: Network) => Promise<RawJson>,
  form: ErrorForm,
  maxBytes: number,
): Promise<RawJson> {
  let bytes = 0;
  const entries = networks.map(async (network): Promise<[string, RawJson]> => {
    try {
      const answer = await run(network);
      if (bytes + answer.byteLength > maxBytes) throw noRoomForAllFault(network, maxBytes);
      bytes += answer.byteLength;
      return [network.id, answer];
    } catch (caught) {
      return [network.id, joinObject([["error", writeErrorObject(RpcError.from(caught), form)]])];
    }
  });
  return joinObject(await Promise.all(entries));
}

function noRoomForAllFault({ id }: Network, maxBytes: number): RpcError {
  return RpcError.of(
    "responseTooLarge",
    `The answers of all networks are longer than ${maxBytes} bytes in total (a sixteenth of server_config.memory_mb): ask network ${id} by itself.`,
    { data: { network: id } },
  );
}
