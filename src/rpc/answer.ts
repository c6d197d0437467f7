import type { RawJson } from "../json/raw-json.ts";
import { type ParseRequestOptions, parseRequest, type RpcFault, type RpcRequest } from "./parse-request.ts";
import { RpcError } from "./rpc-error.ts";
import { type ErrorData, writeBatch, writeError, writeResult } from "./write-response.ts";

/** How a body is answered. */
export interface AnswerOptions extends ParseRequestOptions {
  /** Runs one request; what it throws is answered as an error. */
  readonly call: (request: RpcRequest) => Promise<RawJson>;
  /** Most members of one batch that run at once. Default 16. */
  readonly maxBatchConcurrency?: number;
  /** Longest answer to a batch. Members that find no more room in it are answered with an error. Default: no bound. */
  readonly maxAnswerBytes?: number;
  /** Goes into the `data` of every error. */
  readonly extraData?: ErrorData;
  /** Called for each request that failed, notifications too: for logs and counts. */
  readonly onError?: (error: RpcError, request: RpcRequest) => void;
}

/** What to send back. */
export interface Answer {
  /** undefined when there is nothing to say: only notifications. */
  readonly body: RawJson | undefined;
  /** The error of a body that was not a batch, for the status code. */
  readonly error: RpcError | undefined;
}

/** Answers one body: a request, a batch or garbage. Never rejects. */
export function answer(body: Buffer | string, options: AnswerOptions): Promise<Answer> {
  const parsed = parseRequest(body, options);
  return parsed.kind === "batch" ? answerBatch(parsed.members, options) : answerOne(parsed, options);
}

async function answerOne(member: RpcRequest | RpcFault, options: AnswerOptions): Promise<Answer> {
  if (member.kind === "fault") {
    return { body: writeError(member.id, member.error, options.extraData), error: member.error };
  }
  const { id } = member;
  try {
    const result = await options.call(member);
    return { body: id === undefined ? undefined : writeResult(id, result), error: undefined };
  } catch (caught) {
    const error = RpcError.from(caught);
    options.onError?.(error, member);
    return { body: id === undefined ? undefined : writeError(id, error, options.extraData), error };
  }
}

async function answerBatch(
  members: readonly (RpcRequest | RpcFault)[],
  options: AnswerOptions,
): Promise<Answer> {
  const bodies: (RawJson | undefined)[] = new Array(members.length).fill(undefined);
  const { maxAnswerBytes = Number.POSITIVE_INFINITY } = options;
  let next = 0;
  let bytes = 0;
  const work = async (): Promise<void> => {
    while (next < members.length) {
      const index = next;
      next += 1;
      const member = members[index];
      if (member === undefined) continue;
      // What has no room is not called either.
      const body = bytes < maxAnswerBytes ? (await answerOne(member, options)).body : noRoom(member, options);
      if (body === undefined) continue;
      const fits = bytes + body.byteLength <= maxAnswerBytes;
      bodies[index] = fits ? body : noRoom(member, options);
      bytes = fits ? bytes + body.byteLength : maxAnswerBytes;
    }
  };
  const workers = Math.min(options.maxBatchConcurrency ?? 16, members.length);
  await Promise.all(Array.from({ length: workers }, work));
  const answers = bodies.filter((body) => body !== undefined);
  return { body: answers.length === 0 ? undefined : writeBatch(answers), error: undefined };
}

/** The answer to a member whose own finds no room. */
function noRoom(member: RpcRequest | RpcFault, options: AnswerOptions): RawJson | undefined {
  if (member.id === undefined) return undefined;
  const error = RpcError.of(
    "batchTooLarge",
    `The answers of this batch are longer than ${options.maxAnswerBytes} bytes together ` +
      "(server_config.max_answer_bytes): send this call again in a smaller batch.",
  );
  return writeError(member.id, error, options.extraData);
}
