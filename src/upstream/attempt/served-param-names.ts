import type { MethodDescription } from "../../contract/method-description.ts";
import { cutObject } from "../../json/cut-text.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { renameMembers } from "../../json/replace-member.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt, AttemptWrapper, SendAttempt } from "./attempt.ts";

const invalidParamsCode = -32602;

/** Sends the caller's parameter names first. If the upstream refuses one, tries its aliases and remembers those that work. */
export const withServedParamNames: AttemptWrapper = (next) => (attempt) => {
  const { method, params } = attempt.call;
  if (method === undefined || !params.startsWith("{")) return next(attempt);
  return sendWithNames(next, attempt, method.name, otherParamNames(method));
};

async function sendWithNames(
  next: SendAttempt,
  attempt: Attempt,
  name: string,
  others: ReadonlyMap<string, string>,
): Promise<RawJson> {
  const { servedParamNames } = attempt.upstream;
  const callerParams = attempt.params;
  const acceptedNames = servedParamNames.get(name);
  attempt.params = (acceptedNames && renameMembers(callerParams, acceptedNames)) ?? callerParams;
  try {
    return await next(attempt);
  } catch (caught) {
    const error = RpcError.from(caught);
    const renamed = refusesName(error, others) ? renameMembers(attempt.params, others) : undefined;
    if (renamed === undefined) throw error;
    const refusedParams = attempt.params;
    attempt.params = renamed;
    attempt.phase = "connect";
    try {
      const result = await next(attempt);
      servedParamNames.set(name, namesAmong(refusedParams, others));
      return result;
    } catch (again) {
      // An error about the caller's own names says more than one about the aliases.
      throw RpcError.from(again).code === invalidParamsCode ? error : again;
    }
  }
}

function refusesName(error: RpcError, names: ReadonlyMap<string, string>): boolean {
  if (error.code !== invalidParamsCode || error.kind !== "ledger") return false;
  return [...names.keys()].some((name) => error.message.includes(name));
}

/** Selects the names that an object has. */
function namesAmong(text: string, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const keys = new Set(cutObject(text).map(([key]) => key));
  return new Map([...names].filter(([name]) => keys.has(name)));
}

const byMethod = new WeakMap<MethodDescription, ReadonlyMap<string, string>>();

/** Maps each name of a parameter to its next alias, cyclically. */
export function otherParamNames(method: MethodDescription): ReadonlyMap<string, string> {
  const known = byMethod.get(method);
  if (known !== undefined) return known;
  const others = new Map<string, string>();
  byMethod.set(method, others);
  for (const { name, aliases, place } of method.params) {
    if (place.at !== "name") continue;
    const names = [name, ...aliases];
    for (const [index, current] of names.entries()) {
      const other = names[(index + 1) % names.length];
      if (other !== undefined && other !== current) others.set(current, other);
    }
  }
  return others;
}
