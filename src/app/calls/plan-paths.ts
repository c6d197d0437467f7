import type { Send } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { sendCounted } from "../../upstream/attempt/send-counted.ts";
import { type CallPath, type CallStep, callSteps, type InnerPaths, type PathStep } from "./call-steps.ts";
import type { StepParts } from "./step-parts.ts";

type Paths = (method: MethodDescription | undefined) => CallPath;

/** Plans the path of each method's calls once, so that a call enters only the steps that apply to it. */
export function planPaths(parts: StepParts): { readonly send: Send; readonly sendOnce: SendAttempt } {
  const inner: InnerPaths = {
    sendOnce: (attempt) => whole(attempt.call.method).attempt(attempt),
    after: (name) => {
      const at = callSteps.findIndex((step) => step.name === name);
      if (at < 0) throw new Error(`there is no step ${name}`);
      let rest: Paths | undefined;
      return (call) => {
        rest ??= pathsThrough(steps.slice(at + 1), parts);
        return rest(call.method).send(call);
      };
    },
  };
  // Each step is made once: what it knows and counts is the same for all methods.
  const steps = callSteps.map((step) => ({ ...step, wrap: step.make(parts, inner) }));
  const whole = pathsThrough(steps, parts);
  return { send: (call) => whole(call.method).send(call), sendOnce: inner.sendOnce };
}

function pathsThrough(
  steps: readonly (CallStep & { readonly wrap: PathStep })[],
  { options }: StepParts,
): Paths {
  const paths = new Map<MethodDescription | undefined, CallPath>();
  const last = sendCounted("call", options.metrics.countCredits);
  const innermost: CallPath = {
    attempt: last,
    hedged: last,
    send: () => Promise.reject(new Error("no step makes attempts of calls")),
  };
  return (method) => {
    const known = paths.get(method);
    if (known !== undefined) return known;
    const path = steps
      .filter(({ applies }) => applies(method, options))
      .reduceRight((inside, { wrap }) => wrap(inside), innermost);
    paths.set(method, path);
    return path;
  };
}
