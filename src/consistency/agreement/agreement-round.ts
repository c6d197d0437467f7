import { CallbackTimer, type TimerWheel } from "../../call/timer-wheel.ts";
import type { Agreement, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../../upstream/attempt/attempt.ts";
import { timeoutError } from "../../upstream/http/upstream-errors.ts";
import type { Needs } from "../../upstream/node/call-needs.ts";
import {
  methodNotFoundCode,
  nodeUnhealthyCode,
  slotNotReachedCode,
} from "../../upstream/node/ledger-codes.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { chooseUpstream } from "../../upstream/routing/choose-upstream.ts";
import { clearerError, decideRetry } from "../../upstream/routing/retry-decision.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { type AnswerGroup, AnswerGroups, maxComparedBytes } from "./answer-groups.ts";
import type { OutvotedUpstreams } from "./outvoted-upstreams.ts";

/** How long remaining attempts may run once enough upstreams agree: their results show which upstreams differ. */
const graceMs = 2000;
/** Ledger errors about the upstream rather than the call; they don't count as results. */
const nonAnswerCodes: ReadonlySet<number> = new Set([
  methodNotFoundCode,
  nodeUnhealthyCode,
  slotNotReachedCode,
]);

/** After these errors no other upstream is tried: the call is over, or another response would be as long. */
const roundEndingErrors: ReadonlySet<RpcError["kind"]> = new Set([
  "cancelled",
  "shuttingDown",
  "responseTooLarge",
]);

/** Counted for each read that needs agreement: `asked` at its start, then `agreed` or `disagreed`. */
export type AgreementOutcome = "asked" | "agreed" | "disagreed";

/** Options of `withAgreement`. */
export interface AgreementOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly send: SendAttempt;
  /** Concurrency limit of attempts, shared with other calls. */
  readonly limit: SendWrapper;
  readonly outvoted: OutvotedUpstreams;
  readonly count: (outcome: AgreementOutcome, network: string) => void;
}

/** A read that needs agreement. */
export interface AgreedCall extends AgreementOptions, Agreement {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  readonly set: UpstreamSet;
  readonly needs: Needs;
}

/** Sends one call to several upstreams at once, until enough of them agree or no longer can. */
export class AgreementRound {
  readonly #options: AgreedCall;
  readonly groups: AnswerGroups;
  /** Upstreams without a result that can be compared. */
  readonly failed: Upstream[] = [];
  /** The error to throw if no upstream answers. */
  clearestError: RpcError | undefined = undefined;
  agreed: AnswerGroup | undefined = undefined;
  readonly #tried: Upstream[] = [];
  readonly #running = new Set<Attempt>();
  #isOver = false;
  #resolveRun: () => void = () => undefined;
  #grace: CallbackTimer | undefined;

  constructor(options: AgreedCall) {
    this.#options = options;
    this.groups = new AnswerGroups(options.method);
  }

  /** Sends the call to these upstreams, and to others in place of those that fail. Resolves once it is clear if enough agree. */
  run(upstreams: readonly Upstream[]): Promise<void> {
    return new Promise((resolve) => {
      this.#resolveRun = resolve;
      for (const upstream of upstreams) this.#try(upstream);
    });
  }

  #try(upstream: Upstream): void {
    const { call, needs, limit, send } = this.#options;
    const attempt = new Attempt(call, upstream, needs);
    this.#tried.push(upstream);
    this.#running.add(attempt);
    limit(() => send(attempt))(call).then(
      (result) => this.#addAnswer(attempt, result),
      (caught: unknown) => {
        const error = RpcError.from(caught);
        if (this.#isAnswer(attempt, error)) this.#addAnswer(attempt, error);
        else this.#fail(attempt, error);
      },
    );
  }

  #isAnswer(attempt: Attempt, error: RpcError): boolean {
    if (error.kind !== "ledger" || nonAnswerCodes.has(error.code)) return false;
    return decideRetry(attempt, error) !== "retry";
  }

  #addAnswer(attempt: Attempt, answer: RawJson | RpcError): void {
    const group = this.groups.add(attempt.upstream, answer);
    if (group === undefined) {
      this.#fail(attempt, tooLongToCompareError(attempt.upstream));
      return;
    }
    this.#running.delete(attempt);
    if (!this.#isOver && group.upstreams.length >= this.#options.agree) {
      this.agreed = group;
      this.#decide();
    }
    this.#endIfDecided();
  }

  #fail(attempt: Attempt, error: RpcError): void {
    this.#running.delete(attempt);
    this.failed.push(attempt.upstream);
    this.clearestError = clearerError(this.clearestError, error);
    if (!this.#isOver && !roundEndingErrors.has(error.kind)) this.#tryAnother();
    this.#endIfDecided();
  }

  #tryAnother(): void {
    const { call, set, needs } = this.#options;
    const now = performance.now();
    const another = now < call.deadline ? chooseUpstream(set, this.#tried, needs, now) : undefined;
    if (another !== undefined) this.#try(another);
  }

  #endIfDecided(): void {
    const { largestSize } = this.groups;
    const canAgree = largestSize + this.#running.size >= this.#options.agree;
    // With no result at all, wait for the last attempt rather than fail.
    const isWorthWaiting = largestSize === 0 && this.#running.size > 0;
    if (!this.#isOver && !canAgree && !isWorthWaiting) this.#decide();
    if (this.#isOver && this.#running.size === 0) this.#recordOutcome();
  }

  #decide(): void {
    this.#isOver = true;
    this.#resolveRun();
    if (this.#running.size === 0) return;
    this.#grace = new CallbackTimer(() => {
      for (const { cancellation, upstream, phase } of this.#running)
        cancellation?.cancel(timeoutError(upstream.name, phase));
    });
    this.#options.timers.add(this.#grace, performance.now() + (this.agreed === undefined ? 0 : graceMs));
  }

  /** Called when all attempts have ended. Records which upstreams agreed, and which was alone with its result. */
  #recordOutcome(): void {
    if (this.#grace !== undefined) this.#options.timers.remove(this.#grace);
    const { agreed } = this;
    if (agreed === undefined) return;
    const { outvoted, call } = this.#options;
    for (const upstream of agreed.upstreams) outvoted.recordAgreed(upstream);
    for (const { upstreams } of this.groups.all) {
      const [only, ...others] = upstreams;
      if (only !== undefined && others.length === 0)
        outvoted.recordOutvoted(call.network.id, only, performance.now());
    }
  }
}

function tooLongToCompareError({ name }: Upstream): RpcError {
  return RpcError.of(
    "responseTooLarge",
    `The response of upstream ${name} is longer than ${maxComparedBytes} bytes, too long to be compared with others; request less data, or leave out x-agree.`,
    { data: { upstream: name, maxComparedBytes } },
  );
}
