import type { Cancellation } from "../call/cancellation.ts";
import { methodsByName, sendMethod } from "../call/known-methods.ts";
import { type CallSpan, UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../upstream/attempt/attempt.ts";
import { isUpstreamError } from "../upstream/http/upstream-errors.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { sendToEach, upstreamsForSends } from "../upstream/routing/broadcast.ts";
import { afterLedgerError, isUnknownBlockhash } from "../upstream/routing/retry-decision.ts";
import { findUnfitReasons } from "../upstream/routing/with-routes.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import type { NetworkAccess, SendTargets } from "./landing-loop.ts";
import type { TrackedTransaction } from "./tracked-transaction.ts";
import type { Witness } from "./witnesses.ts";

/** Timeout of a question or send, in slots. */
const timeoutSlots = 4;
const minTimeoutMs = 1000;
/** Most JSON values in a response: a status has about ten. */
const maxValues = 8000;

export interface LandingUpstreamsOptions {
  readonly sets: UpstreamSets;
  readonly send: SendAttempt;
  readonly cancellation: Cancellation;
}

/** The upstreams of one network as witnesses and as send targets. */
export class LandingUpstreams implements NetworkAccess {
  /** Replaced when the network changes. */
  network: Network;
  readonly #options: LandingUpstreamsOptions;

  constructor(network: Network, options: LandingUpstreamsOptions) {
    this.network = network;
    this.#options = options;
  }

  get clock(): NetworkAccess["clock"] {
    return this.#set.clock;
  }

  get head(): number {
    return this.#set.head;
  }

  /** Height of the newest block; undefined until it is known. */
  get height(): number | undefined {
    const { head, clock } = this.#set;
    return head === 0 || clock.slotsWithoutBlock === undefined ? undefined : head - clock.slotsWithoutBlock;
  }

  witnesses(): readonly Witness[] {
    // Counts as a call in each round, so that a network with pending transactions is probed.
    const set = this.#options.sets.use(this.network, performance.now());
    return set.upstreams
      .filter(({ health, allowsReads }) => health !== "foreign" && allowsReads)
      .map((upstream) => ({
        name: upstream.name,
        ask: (method, params) => this.#ask(set, upstream, method, params),
      }));
  }

  targets(transaction: TrackedTransaction): SendTargets {
    const set = this.#set;
    const { sendParams, span } = transaction;
    const { name: upstreamMethod } = sendMethod;
    const sent = { method: sendMethod, upstreamMethod };
    const unfitReasons = set.hasRoutes ? findUnfitReasons(set, sent, transaction.contents) : undefined;
    const targets = upstreamsForSends(set, { ...sent, unfitReasons }).map((upstream) => ({
      name: upstream.name,
      send: () => this.#attempt(upstream, upstreamMethod, sendParams, span),
    }));
    return { targets, unfitReasons };
  }

  /**
   * After one upstream failed to accept a transaction, sends the call to all that accept transactions: the ledger executes the same
   * bytes only once. Throws the given error if all refuse, or if it concerns the transaction itself.
   */
  async sendToAll(call: UpstreamCall, error: RpcError): Promise<RawJson> {
    const upstreams = mayAnotherAccept(error) ? upstreamsForSends(this.#set, call) : [];
    if (upstreams.length < 2) throw error;
    return sendToEach(call, upstreams, this.#options.send).catch(() => {
      throw error;
    });
  }

  get #set(): UpstreamSet {
    return this.#options.sets.get(this.network);
  }

  #ask(set: UpstreamSet, upstream: Upstream, method: string, params: string): Promise<RawJson> {
    if (!set.isVerified(upstream) || (upstream.breaker.isOpen && set.upstreams.length > 1))
      return Promise.reject(unusableError(upstream, "is unverified or its circuit breaker is open"));
    if (upstream.isLimited(method, performance.now()))
      return Promise.reject(unusableError(upstream, "has reached its rate limit"));
    return this.#attempt(upstream, method, params);
  }

  #attempt(upstream: Upstream, upstreamMethod: string, params: string, span?: CallSpan): Promise<RawJson> {
    const { cancellation, send } = this.#options;
    const call = new UpstreamCall({
      network: this.network,
      method: methodsByName[upstreamMethod],
      params,
      cancellation,
      deadline: performance.now() + Math.max(minTimeoutMs, timeoutSlots * this.clock.slotMs),
      maxValues,
      notes: {},
      span,
    });
    return send(new Attempt(call, upstream));
  }
}

/** True if another upstream may accept a transaction that failed with this error. */
function mayAnotherAccept(error: RpcError): boolean {
  if (error.kind !== "ledger") return error.kind === "upstreamsLimited" || isUpstreamError(error);
  return isUnknownBlockhash(error) || afterLedgerError(error) !== "give-up";
}

function unusableError({ name }: Upstream, reason: string): RpcError {
  return RpcError.of("upstreamUnreachable", `Upstream ${name} ${reason}.`, { data: { upstream: name } });
}
