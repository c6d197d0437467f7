import type { Send, SendWrapper } from "../../call/upstream-call.ts";
import type { AttemptWrapper, SendAttempt } from "../../upstream/attempt/attempt.ts";

/** The path of a method's calls, as far as it is put together: from the wire outwards. */
export interface CallPath {
  /** One attempt at one upstream. */
  readonly attempt: SendAttempt;
  /** An attempt, and a second one beside it where the first is slow. */
  readonly race: SendAttempt;
  /** A call. */
  readonly send: Send;
}

/** Puts a step around a path. */
export type PathStep = (path: CallPath) => CallPath;

/** A step around each attempt by itself. */
export function aroundAttempt(wrap: AttemptWrapper): PathStep {
  return (path) => {
    const attempt = wrap(path.attempt);
    return { ...path, attempt, race: attempt };
  };
}

/** A step around an attempt and the one beside it. */
export function aroundRace(wrap: AttemptWrapper): PathStep {
  return (path) => ({ ...path, race: wrap(path.race) });
}

/** The step that makes attempts of a call. */
export function intoAttempts(wrap: (next: SendAttempt) => Send): PathStep {
  return (path) => ({ ...path, send: wrap(path.race) });
}

/** A step around a call. */
export function aroundCall(wrap: SendWrapper): PathStep {
  return (path) => ({ ...path, send: wrap(path.send) });
}
