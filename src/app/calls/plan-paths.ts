import type { Send } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { getOrAdd } from "../../get-or-add.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { sendCounted } from "../../upstream/attempt/send-counted.ts";
import { type CallStep, callSteps } from "./call-steps.ts";
import type { StepParts } from "./step-parts.ts";

/** The path of a method's calls as built so far: from the wire outwards. */
interface CallPath {
  readonly attempt: SendAttempt;
  /** An attempt, and a second one beside it where the first is slow. */
  readonly hedged: SendAttempt;
  readonly send: Send;
}

type FindPath = (method: MethodDescription | undefined) => CallPath;

/** Plans the path of each method's calls once, so that a call enters only the steps that apply to it. */
export function planPaths(parts: StepParts): { readonly send: Send; readonly sendAttempt: SendAttempt } {
  const last = sendCounted("call", parts.options.metrics.countCredits);
  const innermost: CallPath = {
    attempt: last,
    hedged: last,
    send: () => Promise.reject(new Error("no step makes attempts of calls")),
  };
  const pathOf = callSteps.reduceRight<FindPath>(
    (inner, step) => addStep(step, parts, inner),
    () => innermost,
  );
  return {
    send: (call) => pathOf(call.method).send(call),
    sendAttempt: (attempt) => pathOf(attempt.call.method).attempt(attempt),
  };
}

/** Puts a step around the paths of the methods that it applies to. */
function addStep(step: CallStep, parts: StepParts, inner: FindPath): FindPath {
  const wrapPath = makeStep(step, parts, inner);
  if (wrapPath === undefined) return inner;
  const paths = new Map<MethodDescription | undefined, CallPath>();
  const plan: FindPath = (method) => (step.applies(method) ? wrapPath(inner(method)) : inner(method));
  return (method) => getOrAdd(paths, method, plan);
}

/** Makes a step once for all methods: what it knows and counts is the same for all. Undefined if a setting leaves it out. */
function makeStep(
  step: CallStep,
  parts: StepParts,
  inner: FindPath,
): ((path: CallPath) => CallPath) | undefined {
  if (step.kind === "call") {
    const wrap = step.wrap(parts, (call) => inner(call.method).send(call));
    return wrap && ((path) => ({ ...path, send: wrap(path.send) }));
  }
  if (step.kind === "attemptMaker") {
    const wrap = step.wrap(parts);
    return (path) => ({ ...path, send: wrap(path.hedged) });
  }
  const wrap = step.wrap(parts);
  if (step.kind === "hedge") return wrap && ((path) => ({ ...path, hedged: wrap(path.hedged) }));
  if (wrap === undefined) return undefined;
  return ({ send, attempt }) => {
    const wrapped = wrap(attempt);
    return { send, attempt: wrapped, hedged: wrapped };
  };
}
