import type { RawJson } from "../json/raw-json.ts";
import type { RpcFault, RpcRequest } from "./parse-request.ts";
import { RpcError } from "./rpc-error.ts";
import { type ErrorForm, writeBatch, writeError } from "./write-response.ts";

/** Answers that wait for the rest of their batch are reported once they have this size. */
const reportedFromBytes = 64 * 1024;

/** Most members of one batch that run at once. */
const maxAtOnce = 16;

/** What the answer to a batch may take. */
export interface BatchBounds extends ErrorForm {
  /** Largest answer to a batch. Members whose answer no longer fits are answered with an error. Default: no bound. */
  readonly maxAnswerBytes?: number;
  /** Called with the bytes of answers that wait for the rest of their batch, once they are large. */
  readonly onGathered?: (bytes: number) => void;
}

/** Answers the members of a batch in their order; undefined when there is nothing to send. */
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
      // Once the answer is full, the remaining members are not run.
      const body = bytes < maxAnswerBytes ? await answerOne(member) : noRoom(member, bounds);
      if (body === undefined) continue;
      const fits = bytes + body.byteLength <= maxAnswerBytes;
      bodies[index] = fits ? body : noRoom(member, bounds);
      bytes = fits ? bytes + body.byteLength : maxAnswerBytes;
      if (bytes > reportedFromBytes) bounds.onGathered?.(bytes);
    }
  };
  const workers = Math.min(maxAtOnce, members.length);
  await Promise.all(Array.from({ length: workers }, work));
  const answers = bodies.filter((body) => body !== undefined);
  return answers.length === 0 ? undefined : writeBatch(answers);
}

/** The answer to a member whose own does not fit. */
function noRoom(member: RpcRequest | RpcFault, bounds: BatchBounds): RawJson | undefined {
  if (member.id === undefined) return undefined;
  const error = RpcError.of(
    "batchTooLarge",
    `The answers of this batch are longer than ${bounds.maxAnswerBytes} bytes in total ` +
      "(a sixteenth of server_config.memory_mb): send this call again in a smaller batch.",
  );
  return writeError(member.id, error, bounds);
}
