import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isMethodMissing } from "../node/ledger-codes.ts";
import type { Attempt, AttemptWrapper, SendAttempt } from "./attempt.ts";

/** If an upstream lacks a method under its primary name, tries the other names and remembers the one that works. */
export const withServedNames: AttemptWrapper = (next) => (attempt) => {
  return sendByName(next, attempt, attempt.call.method?.upstreamNames ?? []);
};

async function sendByName(next: SendAttempt, attempt: Attempt, names: readonly string[]): Promise<RawJson> {
  const { call, upstream } = attempt;
  const firstName = call.upstreamMethod;
  const order = [attempt.servedName, ...names.filter((name) => name !== attempt.servedName)];
  let missing: RpcError | undefined;
  for (const name of order) {
    attempt.resetFor(name);
    try {
      const result = await next(attempt);
      if (name === firstName) upstream.servedNames.delete(firstName);
      else upstream.servedNames.set(firstName, name);
      return result;
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!isMethodMissing(error)) throw error;
      missing ??= error;
    }
  }
  throw missing ?? RpcError.from(new Error(`${firstName} has no name`));
}
