import type { RawJson } from "../json/raw-json.ts";
import type { RpcFault, RpcRequest } from "./parse-request.ts";
import { RpcError } from "./rpc-error.ts";
import { type ErrorData, writeBatch, writeError } from "./write-response.ts";

/** What waits for the others of a batch counts from this size on. */
const countedFromBytes = 64 * 1024;

/** What the answer to a batch may take. */
export interface BatchBounds {
  /** Most members of one batch that run at once. Default 16. */
  readonly maxBatchConcurrency?: number;
  /** Longest answer to a batch. Members that find no more room in it are answered with an error. Default: no bound. */
  readonly maxAnswerBytes?: number;
  /** Goes into the `data` of every error. */
  readonly extraData?: ErrorData;
  /** Hears, as answers come, how many bytes of them wait for the others of their batch, where those are many. */
  readonly onGathered?: (bytes: number) => void;
}

/** Answers the members of a batch in their order; undefined when there is nothing to say. */
export async function answerBatch(
  members: readonly (RpcRequest | RpcFault)[],
  bounds: BatchBounds,
  answerOne: (member: RpcRequest | RpcFault) => Promise<RawJson | undefined>,
): Promise<RawJson | undefined> {
  const bodies: (RawJson | undefined)[] = new Array(members.length).fill(undefined);
  const { maxAnswerBytes = Number.POSITIVE_INFINITY } = bounds;
  let next = 0;
  let bytes = 0;
  const work = async (): Promise<void> => {
    while (next < members.length) {
      const index = next;
      next += 1;
      const member = members[index];
      if (member === undefined) continue;
      // What has no room is not called either.
      const body = bytes < maxAnswerBytes ? await answerOne(member) : noRoom(member, bounds);
      if (body === undefined) continue;
      const fits = bytes + body.byteLength <= maxAnswerBytes;
      bodies[index] = fits ? body : noRoom(member, bounds);
      bytes = fits ? bytes + body.byteLength : maxAnswerBytes;
      if (bytes > countedFromBytes) bounds.onGathered?.(bytes);
    }
  };
  const workers = Math.min(bounds.maxBatchConcurrency ?? 16, members.length);
  await Promise.all(Array.from({ length: workers }, work));
  const answers = bodies.filter((body) => body !== undefined);
  return answers.length === 0 ? undefined : writeBatch(answers);
}

/** The answer to a member whose own finds no room. */
function noRoom(member: RpcRequest | RpcFault, bounds: BatchBounds): RawJson | undefined {
  if (member.id === undefined) return undefined;
  const error = RpcError.of(
    "batchTooLarge",
    `The answers of this batch are longer than ${bounds.maxAnswerBytes} bytes together ` +
      "(server_config.max_answer_bytes): send this call again in a smaller batch.",
  );
  return writeError(member.id, error, bounds.extraData);
}
