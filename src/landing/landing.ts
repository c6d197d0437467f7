import { LRUCache } from "lru-cache";
import type { LandingConfig } from "../../generated/config.ts";
import { Cancellation } from "../call/cancellation.ts";
import type { CallSpan, Send, UpstreamCall } from "../call/upstream-call.ts";
import { quote } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type SentTransaction, sentTransaction } from "../transaction/sent-transaction.ts";
import type { Fate } from "./fate.ts";
import { type KeptElsewhere, keyOf, type LandingKeeper, leaseMs, syncMs } from "./kept-transactions.ts";
import { KnownLifetimes } from "./known-lifetimes.ts";
import { LandingUpstreams, type LandingUpstreamsOptions } from "./landing-upstreams.ts";
import { type EndedTransaction, endedTransaction, LastFates } from "./last-fates.ts";
import { NetworkLanding } from "./network-landing.ts";
import { PendingPlaces } from "./pending-places.ts";
import { type KeptTransaction, keptFields, PendingTransaction } from "./pending-transaction.ts";
import { lifetimeIn, UnusableAnswer } from "./questions.ts";
import type { Timers } from "./timers.ts";

/** Called with what happens to transactions that are sent until they land: for metrics and the log. */
export interface LandingListener {
  /** An upstream took a transaction. */
  onTaken(network: string): void;
  /** A confirmed block has a transaction, this long after it came. */
  onLanded(network: string, ms: number): void;
  /** The fate of a transaction is final; `span` is that of the call that sent it, if it is traced. */
  onEnd(ended: EndedTransaction, span: CallSpan | undefined): void;
  /** It was sent on a route. */
  onSend(network: string, route: string): void;
  /** Too many are pending, or too many of its caller: it was sent once. */
  onOver(network: string): void;
  /** What is pending could not be kept over a restart. */
  onNotKept(fault: unknown): void;
  /** A fault of the gateway itself. */
  onFault(fault: unknown): void;
}

/** An answer waits at most this long until its transaction is kept. */
const maxKeepMs = 250;

/** Time until a sync that failed is tried again, and how many fail in a row before transactions are sent without a lease. */
const retryMs = 500;
const failuresToGoOn = 10;

/** What Landing needs. */
export interface LandingOptions extends Omit<LandingUpstreamsOptions, "cancellation"> {
  readonly config: LandingConfig;
  readonly timers: Timers;
  readonly listener: LandingListener;
  /** Sends a call to all other upstreams that take it, as its client wrote it, and gives the first success. */
  readonly sendElsewhere: (call: UpstreamCall, fault: RpcError) => Promise<RawJson>;
}

interface Watched {
  readonly upstreams: LandingUpstreams;
  readonly landing: NetworkLanding;
}

/** The transactions of all networks that are sent until they land, and the fates of those that were. */
export class Landing {
  readonly #options: LandingOptions;
  readonly #networks = new Map<string, Watched>();
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #ended: LRUCache<string, PendingTransaction>;
  /** Calls whose transaction no upstream took yet. */
  readonly #inFlight = new Map<string, { readonly wire: string; readonly answer: Promise<RawJson> }>();
  readonly #places: PendingPlaces;
  readonly #lastFates = new LastFates();
  readonly #lifetimes = new KnownLifetimes();
  readonly #cancellation = new Cancellation();
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
    return this.#lastFates.list();
  }

  /** What is known of a transaction; undefined if this gateway was not asked to land it, or has forgotten it. */
  find(network: string, signature: string): PendingTransaction | undefined {
    const key = keyOf(network, signature);
    return this.#pending.get(key) ?? this.#ended.get(key);
  }

  /** Remembers the blockhash that an answer gave away. */
  learnLifetime({ network }: UpstreamCall, answer: RawJson): void {
    try {
      const found = lifetimeIn(answer);
      const { height } = this.#watched(network).upstreams;
      if (found !== undefined) this.#lifetimes.learn(network.id, found.blockhash, found, height);
    } catch (caught) {
      // The client gets the answer as it is; without its blockhash, fates are found by other means.
      if (!(caught instanceof UnusableAnswer || caught instanceof SyntaxError)) throw caught;
    }
  }

  /** The call, to upstreams first that have the slot in which this gateway gave the transaction's blockhash away. */
  towardsBlockhash(call: UpstreamCall, sent = sentTransaction(call.params)): UpstreamCall {
    const { slot = 0 } = (sent && this.#lifetimes.get(call.network.id, sent.transaction.lifetime)) ?? {};
    // A slot that is not believed says nothing.
    const isBelieved = slot > 0 && slot <= this.#watched(call.network).upstreams.head;
    return isBelieved ? call.with({ shownSlot: Math.max(slot, call.shownSlot ?? 0) }) : call;
  }

  /** Sends the transaction of a call until it lands; answers as soon as an upstream took it. */
  async send(asked: UpstreamCall, next: Send): Promise<RawJson> {
    const sent = sentTransaction(asked.params);
    // What this gateway can't read, a node refuses in its own words.
    if (sent === undefined) return next(asked);
    const call = this.towardsBlockhash(asked, sent);
    const { signature } = sent.transaction;
    const key = keyOf(call.network.id, signature);
    const known = this.find(call.network.id, signature);
    const isOver = known?.end?.status === "expired" || known?.end?.status === "unknown";
    if (known !== undefined && !isOver && known.kept.wire === sent.wire) {
      call.notes.sending = "land";
      return signatureAnswer(signature);
    }
    const inFlight = this.#inFlight.get(key);
    if (inFlight?.wire === sent.wire) {
      call.notes.sending = "land";
      return inFlight.answer;
    }
    // Other bytes under its signature are a forgery, or it is: what came first is not replaced by them.
    if (this.#pending.has(key) || inFlight !== undefined) {
      call.notes.sending = "once";
      return next(call);
    }
    if (!this.#places.take(call.client)) {
      this.#options.listener.onOver(call.network.id);
      call.notes.sending = "once";
      return next(call);
    }
    call.notes.sending = "land";
    const answer = this.#sendOrJoin(call, sent, next);
    this.#inFlight.set(key, { wire: sent.wire, answer });
    try {
      return await answer;
    } finally {
      this.#inFlight.delete(key);
    }
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

  /** Keeps what is pending over restarts, and watches what another process no longer does. */
  keepBy(keeper: LandingKeeper, networkOf: (id: string) => Network | undefined): void {
    const { timers, listener } = this.#options;
    this.#keeper = keeper;
    let failures = 0;
    const again = () => {
      this.#cancelSync = timers.after(failures === 0 ? syncMs : retryMs, sync);
    };
    const sync = () => {
      const begun = timers.now();
      keeper
        .sync(() => this.#toKeep())
        .then(
          ({ adopted, lost }) => {
            failures = 0;
            this.#heldUntil = begun + leaseMs;
            for (const key of lost) this.#setHeldElsewhere(key, true);
            this.#adopt(adopted, networkOf);
          },
          (caught: unknown) => {
            failures += 1;
            // Others can't reach what is shared either, it seems: what is pending must still be sent.
            if (failures >= failuresToGoOn) this.#heldUntil = Number.POSITIVE_INFINITY;
            listener.onNotKept(caught);
          },
        )
        .finally(() => {
          if (!this.#cancellation.cancelled) again();
        });
    };
    sync();
  }

  #adopt(transactions: readonly KeptTransaction[], networkOf: (id: string) => Network | undefined): void {
    for (const kept of transactions) {
      const network = networkOf(kept.network);
      if (network === undefined) continue;
      if (this.find(network.id, kept.signature) === undefined) {
        this.#places.add(undefined);
        this.#watched(network).landing.add(this.#add(network, kept));
      } else this.#setHeldElsewhere(keyOf(network.id, kept.signature), false);
    }
  }

  #setHeldElsewhere(key: string, isHeldElsewhere: boolean): void {
    const transaction = this.#pending.get(key);
    if (transaction !== undefined) transaction.isHeldElsewhere = isHeldElsewhere;
  }

  /** Keeps one before its sender hears that it was taken, and before it is sent again: another process may hold it. */
  async #keep(transaction: PendingTransaction): Promise<void> {
    await this.#inTime(
      this.#keeper?.keep(transaction.toKept()).then((isOurs) => {
        if (!isOurs) transaction.isHeldElsewhere = true;
      }),
    );
  }

  /** What a keeper answers; undefined where it fails, or is so slow that an answer would wait long. */
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

  #toKeep(): KeptTransaction[] {
    return [...this.#pending.values()]
      .filter(({ isHeldElsewhere }) => !isHeldElsewhere)
      .map((transaction) => transaction.toKept());
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

  /** Sends a transaction for the first time, and then until it lands; or only watches it, if another process that lives sends it. */
  async #sendOrJoin(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { network, client } = call;
    const { wire, transaction } = sent;
    const { signature } = transaction;
    const isHeldElsewhere = await this.#inTime(
      this.#keeper?.isHeldElsewhere({ network: network.id, signature, wire }),
    );
    if (isHeldElsewhere === true) {
      const joined = this.#add(network, this.#toWatch(network, sent), client, true);
      this.#watched(network).landing.add(joined);
      return signatureAnswer(signature);
    }
    // A caller that goes away stops nothing: others may have joined, and an upstream may have it already.
    const lasting = call.with({ cancellation: this.#cancellation });
    await this.#sendFirst(lasting, next).catch((fault: unknown) => {
      this.#places.giveBack(client);
      throw fault;
    });
    const watched = this.#add(network, this.#toWatch(network, sent), client);
    watched.span = call.span;
    this.#options.listener.onTaken(network.id);
    await this.#keep(watched);
    const { upstreams, landing } = this.#watched(network);
    // Each route once: what is sent again later is the operator's choice.
    if (!watched.isHeldElsewhere) call.charge?.(Math.max(0, upstreams.routes(watched).length - 1));
    if (!this.#cancellation.cancelled) landing.add(watched);
    // Whatever the upstream answered: this is the transaction that is watched.
    return signatureAnswer(signature);
  }

  async #sendFirst(call: UpstreamCall, next: Send): Promise<RawJson> {
    try {
      return await next(call);
    } catch (caught) {
      return this.#options.sendElsewhere(call, RpcError.from(caught));
    }
  }

  #toWatch(network: Network, { transaction, wire }: SentTransaction): KeptTransaction {
    const { lifetime, nonceAccount } = transaction;
    return {
      network: network.id,
      ...keptFields(transaction, wire),
      lastValidBlockHeight:
        nonceAccount === undefined
          ? this.#lifetimes.get(network.id, lifetime)?.lastValidBlockHeight
          : undefined,
      firstSlot: this.#watched(network).upstreams.head,
      firstHeight: undefined,
      firstSeenAt: this.#options.timers.wallNow(),
    };
  }

  /** Remembers a pending transaction, for which a place was taken. One that was taken over meanwhile stays as it is. */
  #add(
    network: Network,
    kept: KeptTransaction,
    caller?: string,
    isHeldElsewhere = false,
  ): PendingTransaction {
    const key = keyOf(network.id, kept.signature);
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
    const { network, signature } = transaction.kept;
    if (transaction.end !== undefined) {
      const key = keyOf(network, signature);
      this.#pending.delete(key);
      this.#places.giveBack(transaction.caller);
      if (fate.status === "expired")
        this.#keeper?.recordExpiry(transaction.toKept(), fate.proof).catch(this.#options.listener.onNotKept);
      this.#ended.set(key, transaction);
    }
    this.#report(transaction, fate);
  }

  /** Reports a fate, unless another process sends the transaction: that one does. */
  #report(transaction: PendingTransaction, fate: Fate): void {
    if (transaction.isHeldElsewhere) return;
    const { listener, timers } = this.#options;
    if (fate.status === "landed" && fate.seen.level === "confirmed")
      listener.onLanded(transaction.kept.network, timers.now() - transaction.cameAt);
    const ended = endedTransaction(transaction, timers.now());
    if (ended === undefined) return;
    this.#lastFates.add(ended);
    listener.onEnd(ended, transaction.span);
    // What is remembered of it needs no trace.
    transaction.span = undefined;
  }
}

function signatureAnswer(signature: string): RawJson {
  return RawJson.fromText(quote(signature));
}
