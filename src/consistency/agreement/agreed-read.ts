import { pause } from "../../call/call-wait.ts";
import type { SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { type Needs, readNeeds } from "../../upstream/node/call-needs.ts";
import { recordShownToClient } from "../../upstream/node/shown-to-client.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { chooseUpstream, couldServe, isAtFloor } from "../../upstream/routing/choose-upstream.ts";
import { limitedError, slotNotReachedError } from "../../upstream/routing/no-upstream.ts";
import { withMinContextSlot } from "../config-members.ts";
import { type AgreedCall, type AgreementOptions, AgreementRound } from "./agreement-round.ts";
import type { AnswerGroup } from "./answer-groups.ts";

/** A read that needs agreement. Created once the upstreams have been probed. */
class AgreedRead {
  readonly #options: AgreedCall;

  constructor(options: AgreedCall) {
    this.#options = options;
  }

  /** Runs a round, and a second one if the results differ; throws if there is still no agreement. */
  async answer(): Promise<RawJson> {
    const { call, set, needs, timers, count } = this.#options;
    const { network, deadline, charge } = call;
    const now = performance.now();
    set.markInUse(needs.commitment, now);
    count("asked", network.id);
    // The first round gets half of the remaining time.
    let round = await this.#runRound(0, now + (deadline - now) / 2);
    if (round.agreed === undefined && round.groups.largestSize === 0)
      throw round.clearestError ?? this.#disagreementError(round);
    // Lagging upstreams may catch up within a slot.
    const retryDelayMs = set.clock.slotMs;
    if (round.agreed === undefined && performance.now() + retryDelayMs < deadline) {
      await pause(timers, call, retryDelayMs);
      // The first round was charged on admission.
      round = await this.#runRound(round.groups.newestSlot, deadline, charge);
    }
    if (round.agreed !== undefined) return this.#deliver(round.agreed);
    count("disagreed", network.id);
    throw this.#disagreementError(round);
  }

  /** Runs a round. All upstreams get the same `minContextSlot`, in the first round the newest slot that all are known to have reached. */
  async #runRound(slot: number, deadline: number, charge?: UpstreamCall["charge"]): Promise<AgreementRound> {
    const { call, method, needs } = this.#options;
    const upstreams = await this.#waitForUpstreams(deadline);
    charge?.(upstreams.length);
    const commonSlot = Math.min(...upstreams.map(({ slots }) => slots.newest(needs.commitment) ?? 0));
    const params = withMinContextSlot(call.params, method, Math.max(slot, commonSlot));
    const round = new AgreementRound({
      ...this.#options,
      call: call.with({ params, bypassesCache: true, deadline }),
    });
    await round.run(upstreams);
    return round;
  }

  /** Chooses the upstreams of a round. If recovering ones are needed to have enough, waits for probes to find them healthy. */
  async #waitForUpstreams(deadline: number): Promise<Upstream[]> {
    const { call, set, needs, agree, sets, timers, count } = this.#options;
    const { network } = call;
    const { floor, commitment, upstreamMethod } = needs;
    for (;;) {
      const now = performance.now();
      const chosen = this.#choose(now);
      if (chosen.length >= agree) return chosen;
      const atFloor = set.upstreams.filter((upstream) => isAtFloor(upstream, needs));
      if (floor !== undefined && atFloor.length < agree) throw slotNotReachedError(set, floor, commitment);
      if (set.upstreams.some((upstream) => upstream.isLimited(upstreamMethod, now)))
        throw limitedError(set, needs, now);
      const recovering = atFloor.filter(
        (upstream) => couldServe(upstream, needs) && (upstream.breaker.isOpen || !set.isVerified(upstream)),
      );
      const { stepMs } = set.clock;
      if (chosen.length + recovering.length < agree || now + stepMs >= deadline) {
        count("disagreed", network.id);
        throw noAgreementError(set, agree, `only ${chosen.length} can be called now; try again later.`);
      }
      sets.probeSoon(network, now);
      await pause(timers, call, stepMs);
    }
  }

  #choose(now: number): Upstream[] {
    const { set, needs, asked } = this.#options;
    const chosen: Upstream[] = [];
    while (chosen.length < asked) {
      const upstream = chooseUpstream(set, chosen, needs, now);
      if (upstream === undefined) break;
      chosen.push(upstream);
    }
    return chosen;
  }

  #disagreementError(round: AgreementRound): RpcError {
    const { set, agree } = this.#options;
    const silent = round.failed.map(({ name }) => name);
    const answers = round.groups.all.map(({ upstreams, answer }) => ({
      count: upstreams.length,
      upstreams: upstreams.map(({ name }) => name),
      ...(answer instanceof RpcError ? { error: answer.code } : {}),
    }));
    const parts = answers.map(
      ({ count, upstreams, error }) =>
        `${count} (${upstreams.join(", ")}) returned ${error === undefined ? "one result" : `error ${error}`}`,
    );
    if (silent.length > 0) parts.push(`${silent.length} (${silent.join(", ")}) none`);
    const advice = "Try again, or ask for state that no longer changes (commitment finalized).";
    return noAgreementError(set, agree, `${parts.join(", ")}. ${advice}`, {
      answers,
      silent,
    });
  }

  #deliver({ answer }: AnswerGroup): RawJson {
    const { call, set, count } = this.#options;
    count("agreed", call.network.id);
    if (answer instanceof RpcError) throw answer;
    recordShownToClient(call, set, answer);
    return answer;
  }
}

function noAgreementError(
  set: UpstreamSet,
  agree: number,
  what: string,
  { answers, silent }: { answers: object[]; silent: string[] } = { answers: [], silent: [] },
): RpcError {
  const message = `No agreement on network ${set.network.id}: ${agree} upstreams must give the same answer, but ${what}`;
  return RpcError.of("noAgreement", message, { data: { agree, answers, silent } });
}

/** Sends reads that need agreement to several upstreams; all other calls pass through. */
export function withAgreement(options: AgreementOptions): SendWrapper {
  return (next) => (call) => {
    const { agreement, method } = call;
    if (agreement === undefined || method === undefined) return next(call);
    const set = options.sets.use(call.network, performance.now());
    const answer = () => {
      // Without a client, the choice ignores the upstream that its other calls go to.
      const needs: Needs = { ...readNeeds(call, set), client: undefined };
      return new AgreedRead({ ...options, ...agreement, call, method, set, needs }).answer();
    };
    return set.firstProbe === undefined ? answer() : set.waitForFirstProbe(call).then(answer);
  };
}
