import { IncomingBytes } from "../../call/incoming-bytes.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Shorter answers are not counted: there are many, and they end soon. */
const minCountedBytes = 64 * 1024;
/** Added to the age of each answer, so that one that has just begun counts as slow. */
const addedAgeMs = 1000;

/** Creates the bound on the memory of answers that are being read from all upstreams. Above it, the slowest are refused. */
export function createArrivingAnswers(maxBytes: number): IncomingBytes {
  const rank = (bytes: number, ms: number) => (ms + addedAgeMs) / bytes;
  return new IncomingBytes({ maxBytes, minCountedBytes, rank, error: noRoomForResponseError });
}

function noRoomForResponseError(maxBytes: number): RpcError {
  return RpcError.of(
    "atCapacity",
    `The answers that are being read from upstreams take more than ${maxBytes} bytes of memory ` +
      "(a quarter of server_config.memory_mb), and this one came slowest: ask again, ask for less, or raise server_config.memory_mb.",
    { retryAfterSeconds: 1 },
  );
}
