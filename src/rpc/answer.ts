import { joinArray } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { type BadRequest, type ParseRequestOptions, parseRequest, type RpcRequest } from "./parse-request.ts";
import { RpcError } from "./rpc-error.ts";
import { type ErrorForm, writeError, writeResult } from "./write-response.ts";

/** Options of `answerBody`. */
export interface BodyAnswerOptions extends ParseRequestOptions, BatchOptions {
  /** Runs one request; an error that it throws becomes the answer. */
  readonly call: (request: RpcRequest) => Promise<RawJson>;
  /** Called with the error of each request that fails, including notifications. */
  readonly reportError?: (error: RpcError) => void;
}

/** The answer to one body. */
export interface BodyAnswer {
  /** Undefined if there were only notifications. */
  readonly body: RawJson | undefined;
  /** Error of a single request, for the HTTP status. */
  readonly error: RpcError | undefined;
}

/** Answers one body: a request, a batch or garbage. Never rejects. */
export function answerBody(body: Buffer | string, options: BodyAnswerOptions): Promise<BodyAnswer> {
  const parsed = parseRequest(body, options);
  if (parsed.kind !== "batch") return answerOne(parsed, options);
  const bodyOf = async (member: RpcRequest | BadRequest) => (await answerOne(member, options)).body;
  return answerBatch(parsed.members, options, bodyOf).then((body) => ({ body, error: undefined }));
}

// Not async: every call passes here, and an async function allocates more than these two functions.
function answerOne(member: RpcRequest | BadRequest, options: BodyAnswerOptions): Promise<BodyAnswer> {
  const { id } = member;
  if (member.kind === "badRequest")
    return Promise.resolve({ body: writeError(member.id, member.error, options), error: member.error });
  let result: Promise<RawJson>;
  try {
    result = options.call(member);
  } catch (caught) {
    return Promise.resolve(failedAnswer(id, options, caught));
  }
  return result.then(
    (raw) => ({ body: id === undefined ? undefined : writeResult(id, raw), error: undefined }),
    (caught: unknown) => failedAnswer(id, options, caught),
  );
}

function failedAnswer(id: string | undefined, options: BodyAnswerOptions, caught: unknown): BodyAnswer {
  const error = RpcError.from(caught);
  options.reportError?.(error);
  return { body: id === undefined ? undefined : writeError(id, error, options), error };
}

/** Waiting answers are counted once they exceed this size. */
const minCountedBytes = 64 * 1024;

const maxConcurrentCalls = 16;

interface BatchOptions extends ErrorForm {
  /** Size limit of the answer to a batch. Members whose answer doesn't fit get an error. Default: no limit. */
  readonly maxAnswerBytes?: number;
  /** Counts bytes of answers that wait for the rest of their batch, once they are many. Negative when the batch is complete. */
  readonly countBatched?: (bytes: number) => void;
}

/** Answers the members of a batch, in their order; undefined if there were only notifications. */
export async function answerBatch(
  members: readonly (RpcRequest | BadRequest)[],
  options: BatchOptions,
  bodyOf: (member: RpcRequest | BadRequest) => Promise<RawJson | undefined>,
): Promise<RawJson | undefined> {
  const bodies: (RawJson | undefined)[] = new Array(members.length).fill(undefined);
  const { maxAnswerBytes = Number.POSITIVE_INFINITY } = options;
  let next = 0;
  let bytes = 0;
  let counted = 0;
  const work = async (): Promise<void> => {
    while (next < members.length) {
      const index = next;
      next += 1;
      const member = members[index];
      if (member === undefined) continue;
      // Once the answer is full, remaining members are not run.
      const body = bytes < maxAnswerBytes ? await bodyOf(member) : noRoomAnswer(member, options);
      if (body === undefined) continue;
      const fits = bytes + body.byteLength <= maxAnswerBytes;
      bodies[index] = fits ? body : noRoomAnswer(member, options);
      bytes = fits ? bytes + body.byteLength : maxAnswerBytes;
      if (bytes <= minCountedBytes) continue;
      options.countBatched?.(bytes - counted);
      counted = bytes;
    }
  };
  const workers = Math.min(maxConcurrentCalls, members.length);
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    if (counted > 0) options.countBatched?.(-counted);
  }
  const answers = bodies.filter((body) => body !== undefined);
  return answers.length === 0 ? undefined : joinArray(answers);
}

function noRoomAnswer(member: RpcRequest | BadRequest, options: BatchOptions): RawJson | undefined {
  if (member.id === undefined) return undefined;
  const error = RpcError.of(
    "batchTooLarge",
    `The answers of this batch are longer than ${options.maxAnswerBytes} bytes in total ` +
      "(a sixteenth of server_config.memory_mb): send this call again in a smaller batch.",
  );
  return writeError(member.id, error, options);
}
