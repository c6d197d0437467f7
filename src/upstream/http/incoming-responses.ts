import { IncomingBytes } from "../../call/incoming-bytes.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Shorter responses are not counted, because they are many and brief. */
const minCountedBytes = 64 * 1024;
/** Added to the age of each response, so that a new one does not count as fast. */
const addedAgeMs = 1000;

/** Bounds the memory of responses in flight from all upstreams. Above the bound, the slowest are refused. */
export function createIncomingResponses(maxBytes: number): IncomingBytes {
  const rank = (bytes: number, ms: number) => (ms + addedAgeMs) / bytes;
  return new IncomingBytes({ maxBytes, minCountedBytes, rank, error: noRoomForResponseError });
}

function noRoomForResponseError(maxBytes: number): RpcError {
  return RpcError.of(
    "atCapacity",
    `Upstream responses in flight exceed ${maxBytes} bytes (a quarter of server_config.memory_mb), and this one was the slowest: ` +
      "retry, request less data, or raise server_config.memory_mb.",
    { retryAfterSeconds: 1 },
  );
}
