import type { RawJson } from "../json/raw-json.ts";
import { answerBatch, type BatchBounds } from "./answer-batch.ts";
import { type ParseRequestOptions, parseRequest, type RpcFault, type RpcRequest } from "./parse-request.ts";
import { RpcError } from "./rpc-error.ts";
import { writeError, writeResult } from "./write-response.ts";

/** How a body is answered. */
export interface AnswerOptions extends ParseRequestOptions, BatchBounds {
  /** Runs one request; what it throws is answered as an error. */
  readonly call: (request: RpcRequest) => Promise<RawJson>;
  /** Called for each request that fails, notifications too: for logs and metrics. */
  readonly onError?: (error: RpcError, request: RpcRequest) => void;
}

/** What to send back. */
export interface Answer {
  /** undefined when there is nothing to send: there were only notifications. */
  readonly body: RawJson | undefined;
  /** The error of a body that is not a batch, for the status code. */
  readonly error: RpcError | undefined;
}

/** Answers one body: a request, a batch or garbage. Never rejects. */
export function answer(body: Buffer | string, options: AnswerOptions): Promise<Answer> {
  const parsed = parseRequest(body, options);
  return parsed.kind === "batch" ? answerMembers(parsed.members, options) : answerOne(parsed, options);
}

async function answerMembers(
  members: readonly (RpcRequest | RpcFault)[],
  options: AnswerOptions,
): Promise<Answer> {
  const answerMember = async (member: RpcRequest | RpcFault) => (await answerOne(member, options)).body;
  return { body: await answerBatch(members, options, answerMember), error: undefined };
}

// Not async: every call passes here, and an async function allocates more than these two functions.
function answerOne(member: RpcRequest | RpcFault, options: AnswerOptions): Promise<Answer> {
  if (member.kind === "fault")
    return Promise.resolve({
      body: writeError(member.id, member.error, options),
      error: member.error,
    });
  const { id } = member;
  let result: Promise<RawJson>;
  try {
    result = options.call(member);
  } catch (caught) {
    return Promise.resolve(failed(member, options, caught));
  }
  return result.then(
    (raw) => ({ body: id === undefined ? undefined : writeResult(id, raw), error: undefined }),
    (caught: unknown) => failed(member, options, caught),
  );
}

function failed(request: RpcRequest, options: AnswerOptions, caught: unknown): Answer {
  const error = RpcError.from(caught);
  options.onError?.(error, request);
  const { id } = request;
  return { body: id === undefined ? undefined : writeError(id, error, options), error };
}
