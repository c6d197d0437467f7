import { LRUCache } from "lru-cache";
import type { LandingConfig } from "../../generated/config.ts";
import { Cancellation } from "../call/cancellation.ts";
import {
  type CallSpan,
  type Send,
  type SendWrapper,
  sendingOf,
  type UpstreamCall,
} from "../call/upstream-call.ts";
import { quote } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network, Sending } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type SentTransaction, sentTransaction } from "../transaction/sent-transaction.ts";
import type { EndedTransaction, Fate } from "./fate.ts";
import { type KeptElsewhere, keyOf, type LandingKeeper, leaseMs, syncMs } from "./kept-transactions.ts";
import { KnownLifetimes } from "./known-lifetimes.ts";
import { LandingUpstreams, type LandingUpstreamsOptions } from "./landing-upstreams.ts";
import { NetworkLanding } from "./network-landing.ts";
import { PendingPlaces } from "./pending-places.ts";
import { type KeptTransaction, PendingTransaction } from "./pending-transaction.ts";
import type { Timers } from "./timers.ts";

/** Called with what happens to transactions that are sent until they land: for metrics and the log. */
interface LandingListener {
  /** An upstream took a transaction. */
  onTaken(network: string): void;
  /** A confirmed block has a transaction, this long after it came. */
  onLanded(network: string, ms: number): void;
  /** The fate of a transaction is final; `span` is that of the call that sent it, if it is traced. */
  onEnd(ended: EndedTransaction, span: CallSpan | undefined): void;
  /** It was sent on a route. */
  onSend(network: string, route: string): void;
  /** It was sent once: too many are pending, or too many of its caller. */
  onOver(network: string): void;
  /** What is pending could not be kept over a restart. */
  onNotKept(fault: unknown): void;
  /** Something unexpected failed in the gateway. */
  onFault(fault: unknown): void;
}

/** An answer waits at most this long until its transaction is kept. */
const maxKeepMs = 250;
/** Time until a sync that failed is tried again, and how many fail in a row before transactions are sent without a lease. */
const retryMs = 500;
const failuresToGoOn = 10;
/** Ended transactions that the status page lists. */
const maxListed = 20;

interface LandingOptions extends Omit<LandingUpstreamsOptions, "cancellation"> {
  readonly config: LandingConfig;
  readonly timers: Timers;
  readonly listener: LandingListener;
}

interface Watched {
  readonly upstreams: LandingUpstreams;
  readonly landing: NetworkLanding;
}

/** The transactions of all networks that are sent until they land, and what became of them. */
export class Landing {
  readonly #options: LandingOptions;
  readonly #networks = new Map<string, Watched>();
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #ended: LRUCache<string, PendingTransaction>;
  /** Calls whose transaction no upstream took yet. */
  readonly #inFlight = new Map<string, { readonly wire: string; readonly answer: Promise<RawJson> }>();
  readonly #places: PendingPlaces;
  readonly #lifetimes = new KnownLifetimes();
  readonly #cancellation = new Cancellation();
  #lastFates: readonly EndedTransaction[] = [];
  #keeper: LandingKeeper | undefined;
  /** Until when no other process takes over what this one holds, by the timers' clock. */
  #heldUntil = Number.POSITIVE_INFINITY;
  #cancelSync: (() => void) | undefined;

  constructor(options: LandingOptions) {
    this.#options = options;
    this.#ended = new LRUCache({ max: options.config.maxPending });
    this.#places = new PendingPlaces(options.config.maxPending);
  }

  /** Transactions that are watched. */
  get size(): number {
    return this.#pending.size;
  }

  /** The transactions that ended last, the newest first. */
  get lastFates(): readonly EndedTransaction[] {
    return this.#lastFates;
  }

  /** What is known of a transaction; undefined if this gateway was not asked to land it, or has forgotten it. */
  find(network: string, signature: string): PendingTransaction | undefined {
    const key = keyOf(network, signature);
    return this.#pending.get(key) ?? this.#ended.get(key);
  }

  /** What another process that shares what is pending knows of a transaction. */
  async findElsewhere(network: string, signature: string): Promise<KeptElsewhere | undefined> {
    try {
      return await this.#keeper?.find(network, signature);
    } catch (caught) {
      this.#options.listener.onNotKept(caught);
      return undefined;
    }
  }

  /**
   * The step of a call that sends transactions until they land, if so asked. It remembers the blockhashes of answers, so that a
   * transaction goes first to where its blockhash is known.
   */
  step(usual?: Sending): SendWrapper {
    return (next) => (call) => {
      if (call.method?.givesLifetime === true)
        return next(call).then((answer) => {
          this.#lifetimes.learn(call.network.id, answer, this.#watched(call.network).upstreams.height);
          return answer;
        });
      const sent = sentTransaction(call.params);
      const directed = this.#towardsBlockhash(call, sent);
      // What this gateway can't read, a node refuses in its own words.
      if (sendingOf(call, usual) !== "land" || sent === undefined) return next(directed);
      return this.#send(directed, sent, next);
    };
  }

  /** Keeps what is pending over restarts, and watches what another process no longer does. */
  keepBy(keeper: LandingKeeper, networkOf: (id: string) => Network | undefined): void {
    const { timers, listener } = this.#options;
    this.#keeper = keeper;
    let failures = 0;
    const sync = async () => {
      const begun = timers.now();
      try {
        const { adopted, lost } = await keeper.sync(() => this.#toKeep());
        failures = 0;
        this.#heldUntil = begun + leaseMs;
        for (const key of lost) this.#setHeldElsewhere(key, true);
        this.#adopt(adopted, networkOf);
      } catch (caught) {
        failures += 1;
        // Others can't reach what is shared either, it seems: what is pending must still be sent.
        if (failures >= failuresToGoOn) this.#heldUntil = Number.POSITIVE_INFINITY;
        listener.onNotKept(caught);
      }
      if (!this.#cancellation.cancelled)
        this.#cancelSync = timers.after(failures === 0 ? syncMs : retryMs, () => void sync());
    };
    void sync();
  }

  /** Stops. What is pending stays so, for another process. */
  async close(): Promise<void> {
    this.#cancelSync?.();
    this.#cancellation.cancel(RpcError.of("shuttingDown", "The gateway is shutting down."));
    for (const { landing } of this.#networks.values()) landing.close();
    await this.#keeper
      ?.release(this.#toKeep())
      .catch((caught: unknown) => this.#options.listener.onNotKept(caught));
    for (const transaction of this.#pending.values()) {
      transaction.end = { status: "unknown" };
      transaction.announce();
    }
  }

  /** The call, to upstreams first that have the slot in which this gateway gave out the transaction's blockhash. */
  #towardsBlockhash(call: UpstreamCall, sent: SentTransaction | undefined): UpstreamCall {
    const { slot = 0 } = (sent && this.#lifetimes.get(call.network.id, sent.transaction.lifetime)) ?? {};
    // A slot above the head was made up.
    const isBelieved = slot > 0 && slot <= this.#watched(call.network).upstreams.head;
    return isBelieved ? call.with({ shownSlot: Math.max(slot, call.shownSlot ?? 0) }) : call;
  }

  /** Sends the transaction of a call until it lands; answers as soon as an upstream took it. */
  async #send(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { signature } = sent.transaction;
    const key = keyOf(call.network.id, signature);
    const known = this.find(call.network.id, signature);
    const hasEnded = known?.end?.status === "expired" || known?.end?.status === "unknown";
    const inFlight = this.#inFlight.get(key);
    call.notes.sending = "land";
    if (known?.kept.wire === sent.wire && !hasEnded) return signatureAnswer(signature);
    if (inFlight?.wire === sent.wire) return inFlight.answer;
    // One of two transactions with the same signature is a forgery: the first is not replaced by the second.
    const isRival = this.#pending.has(key) || inFlight !== undefined;
    if (isRival || !this.#places.take(call.client)) {
      if (!isRival) this.#options.listener.onOver(call.network.id);
      call.notes.sending = "once";
      return next(call);
    }
    const answer = this.#sendOrJoin(call, sent, next);
    this.#inFlight.set(key, { wire: sent.wire, answer });
    try {
      return await answer;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  /** Sends a transaction for the first time, and then until it lands; or only watches it, if another live process sends it. */
  async #sendOrJoin(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { network, client } = call;
    const { signature } = sent.transaction;
    const { upstreams, landing } = this.#watched(network);
    const answer = signatureAnswer(signature);
    const isHeldElsewhere = await this.#inTime(
      this.#keeper?.isHeldElsewhere({ network: network.id, signature, wire: sent.wire }),
    );
    if (isHeldElsewhere === true) {
      landing.add(this.#add(this.#toWatch(network, sent), client, true));
      return answer;
    }
    // A caller that goes away stops nothing: others may have joined, and an upstream may have it already.
    const lasting = call.with({ cancellation: this.#cancellation });
    try {
      await next(lasting).catch((caught: unknown) => upstreams.sendElsewhere(lasting, RpcError.from(caught)));
    } catch (caught) {
      this.#places.giveBack(client);
      throw caught;
    }
    const watched = this.#add(this.#toWatch(network, sent), client);
    watched.span = call.span;
    this.#options.listener.onTaken(network.id);
    // It is kept before its sender gets an answer, and before it is sent again: another process may hold it.
    const kept = this.#keeper?.keep(watched.kept).then((isOurs) => {
      if (!isOurs) watched.isHeldElsewhere = true;
    });
    await this.#inTime(kept);
    // Each route once: what is sent again later is the operator's choice.
    if (!watched.isHeldElsewhere) call.charge?.(Math.max(0, upstreams.routes(watched).length - 1));
    if (!this.#cancellation.cancelled) landing.add(watched);
    // Whatever the upstream answered: this is the transaction that is watched.
    return answer;
  }

  /** What a keeper answers; undefined if it fails, or would keep an answer waiting for long. */
  async #inTime<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
    if (asked === undefined) return undefined;
    const { timers, listener } = this.#options;
    let cancel: (() => void) | undefined;
    const late = new Promise<undefined>((resolve) => {
      cancel = timers.after(maxKeepMs, () => resolve(undefined));
    });
    const answer = asked.catch((caught: unknown) => {
      listener.onNotKept(caught);
      return undefined;
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      cancel?.();
    }
  }

  #toWatch(network: Network, { transaction, wire }: SentTransaction): KeptTransaction {
    const { signature, lifetime, nonceAccount } = transaction;
    const known = nonceAccount === undefined ? this.#lifetimes.get(network.id, lifetime) : undefined;
    return {
      network: network.id,
      signature,
      wire,
      lifetime,
      nonceAccount,
      lastValidBlockHeight: known?.lastValidBlockHeight,
      firstSlot: this.#watched(network).upstreams.head,
      firstHeight: undefined,
      firstSeenAt: this.#options.timers.wallNow(),
    };
  }

  /** Remembers a pending transaction, for which a place was taken; one that is known already stays as it is. */
  #add(kept: KeptTransaction, caller?: string, isHeldElsewhere = false): PendingTransaction {
    const key = keyOf(kept.network, kept.signature);
    const known = this.#pending.get(key);
    if (known !== undefined) {
      this.#places.giveBack(caller);
      return known;
    }
    const transaction = new PendingTransaction(kept, this.#options.timers);
    transaction.caller = caller;
    transaction.isHeldElsewhere = isHeldElsewhere;
    this.#ended.delete(key);
    this.#pending.set(key, transaction);
    return transaction;
  }

  #toKeep(): KeptTransaction[] {
    return [...this.#pending.values()]
      .filter(({ isHeldElsewhere }) => !isHeldElsewhere)
      .map(({ kept }) => kept);
  }

  /** Takes over what a process that died left. */
  #adopt(transactions: readonly KeptTransaction[], networkOf: (id: string) => Network | undefined): void {
    for (const kept of transactions) {
      const network = networkOf(kept.network);
      if (network === undefined) continue;
      if (this.find(network.id, kept.signature) === undefined) {
        this.#places.add(undefined);
        this.#watched(network).landing.add(this.#add(kept));
      } else this.#setHeldElsewhere(keyOf(network.id, kept.signature), false);
    }
  }

  #setHeldElsewhere(key: string, isHeldElsewhere: boolean): void {
    const transaction = this.#pending.get(key);
    if (transaction !== undefined) transaction.isHeldElsewhere = isHeldElsewhere;
  }

  #watched(network: Network): Watched {
    const known = this.#networks.get(network.id);
    if (known !== undefined) {
      known.upstreams.network = network;
      return known;
    }
    const { timers, listener, config } = this.#options;
    const upstreams = new LandingUpstreams(network, { ...this.#options, cancellation: this.#cancellation });
    const landing = new NetworkLanding({
      network: upstreams,
      timers,
      maxMs: config.maxMs,
      // A process that was stopped for long finds out first what others have taken over.
      maySend: () => timers.now() < this.#heldUntil,
      onFate: (transaction, fate) => this.#onFate(transaction, fate),
      onSend: (route) => listener.onSend(network.id, route),
      onFault: listener.onFault,
    });
    const watched = { upstreams, landing };
    this.#networks.set(network.id, watched);
    return watched;
  }

  #onFate(transaction: PendingTransaction, fate: Fate): void {
    const { listener, timers } = this.#options;
    const { kept, end, caller, cameAt, sends, span, isHeldElsewhere } = transaction;
    const { network, signature } = kept;
    const ms = timers.now() - cameAt;
    if (end !== undefined) {
      const key = keyOf(network, signature);
      this.#pending.delete(key);
      this.#places.giveBack(caller);
      if (fate.status === "expired") this.#keeper?.recordExpiry(kept, fate.proof).catch(listener.onNotKept);
      this.#ended.set(key, transaction);
    }
    // The process that sends it reports its fate.
    if (isHeldElsewhere) return;
    if (fate.status === "landed" && fate.seen.level === "confirmed") listener.onLanded(network, ms);
    if (end === undefined || end.status === "pending") return;
    const slot = "seen" in end ? end.seen.slot : "proof" in end ? end.proof.slot : undefined;
    const ended = { network, signature, status: end.status, slot, sends, ms: Math.round(ms) };
    this.#lastFates = [ended, ...this.#lastFates].slice(0, maxListed);
    listener.onEnd(ended, span);
    // What is remembered of it needs no trace.
    transaction.span = undefined;
  }
}

function signatureAnswer(signature: string): RawJson {
  return RawJson.fromText(quote(signature));
}
