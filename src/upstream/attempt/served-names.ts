import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { methodNotFoundCode } from "../node/ledger-codes.ts";
import { Attempt, type AttemptWrapper, type SendAttempt } from "./attempt.ts";

/** When an upstream lacks a method under its usual name, tries the method's other names and remembers the one that works. */
export const withServedNames: AttemptWrapper = (next) => (attempt) => {
  return askByName(next, attempt, attempt.call.method?.upstreamNames ?? []);
};

async function askByName(next: SendAttempt, attempt: Attempt, names: readonly string[]): Promise<RawJson> {
  const { call, upstream } = attempt;
  const usual = call.upstreamMethod;
  const order = [attempt.upstreamMethod, ...names.filter((name) => name !== attempt.upstreamMethod)];
  let missing: RpcError | undefined;
  for (const name of order) {
    const named = new Attempt(
      call,
      upstream,
      name,
      attempt.deadline,
      attempt.cancellation,
      performance.now(),
      attempt.needs,
    );
    try {
      const result = await next(named);
      if (name === usual) upstream.servedNames.delete(usual);
      else upstream.servedNames.set(usual, name);
      return result;
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.code !== methodNotFoundCode || fault.kind !== "ledger") throw fault;
      missing ??= fault;
    } finally {
      attempt.phase = named.phase;
      attempt.status = named.status;
      attempt.retryAfterSeconds = named.retryAfterSeconds;
    }
  }
  throw missing ?? RpcError.from(new Error(`${usual} has no name`));
}
