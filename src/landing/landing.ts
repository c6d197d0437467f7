import { LRUCache } from "lru-cache";
import type { LandingConfig } from "../../generated/config.ts";
import { Cancellation } from "../call/cancellation.ts";
import type { TimerWheel } from "../call/timer-wheel.ts";
import {
  type CallSpan,
  effectiveSending,
  type Send,
  type SendWrapper,
  type UpstreamCall,
} from "../call/upstream-call.ts";
import { quote } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network, Sending } from "../networks/network.ts";
import { RpcError, stoppingError } from "../rpc/rpc-error.ts";
import { type SentTransaction, sentTransaction } from "../transaction/sent-transaction.ts";
import type { EndedTransaction, Fate } from "./fate.ts";
import { IssuedBlockhashes } from "./issued-blockhashes.ts";
import { LandingLoop } from "./landing-loop.ts";
import { type LandingStorage, type PeerTransaction, type SyncResult, savedKey } from "./landing-storage.ts";
import { LandingUpstreams, type LandingUpstreamsOptions } from "./landing-upstreams.ts";
import { PendingLimit } from "./pending-limit.ts";
import { PendingTransaction, type SavedTransaction, type TransactionOrigin } from "./pending-transaction.ts";
import { SyncedStorage } from "./synced-storage.ts";

/** Called with what happens to landing transactions, for metrics and the log. */
export interface LandingListener {
  onTaken(network: string): void;
  /** A transaction is in a confirmed block, `ms` after it came. */
  onLanded(network: string, ms: number): void;
  /** A transaction's fate is final; `span` is that of the call that sent it, if the call is traced. */
  onEnd(ended: EndedTransaction, span: CallSpan | undefined): void;
  onSend(network: string, target: string): void;
  /** A transaction was sent only once, as too many of all or of its caller are pending. */
  onTooManyPending(network: string): void;
  /** The keeper of pending transactions begins to fail. */
  onNotKept(error: unknown, place: LandingStorage["place"]): void;
  /** An unexpected fault of the gateway itself. */
  onError(error: unknown): void;
}

/** Most ended transactions on the status page. */
const maxListed = 20;

interface LandingOptions extends Omit<LandingUpstreamsOptions, "cancellation"> {
  readonly config: LandingConfig;
  readonly timers: TimerWheel;
  readonly listener: LandingListener;
}

interface WatchedNetwork {
  readonly upstreams: LandingUpstreams;
  readonly loop: LandingLoop;
}

/** Sends the transactions of all networks until they land, and remembers what became of them. */
export class Landing {
  readonly #options: LandingOptions;
  readonly #networks = new Map<string, WatchedNetwork>();
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #ended: LRUCache<string, PendingTransaction>;
  /** Calls that send a transaction for the first time, until an upstream has taken it. */
  readonly #inFlight = new Map<string, { readonly wire: string; readonly answer: Promise<RawJson> }>();
  readonly #limit: PendingLimit;
  readonly #blockhashes = new IssuedBlockhashes();
  readonly #cancellation = new Cancellation();
  #lastFates: readonly EndedTransaction[] = [];
  #storage: SyncedStorage | undefined;

  constructor(options: LandingOptions) {
    this.#options = options;
    this.#ended = new LRUCache({ max: options.config.maxPending });
    this.#limit = new PendingLimit(options.config.maxPending);
  }

  get size(): number {
    return this.#pending.size;
  }

  get lastFates(): readonly EndedTransaction[] {
    return this.#lastFates;
  }

  /** Finds a transaction, pending or ended; undefined if this process was not asked to land it or has forgotten it. */
  find(network: string, signature: string): PendingTransaction | undefined {
    const key = savedKey({ network, signature });
    return this.#pending.get(key) ?? this.#ended.get(key);
  }

  /** Finds a transaction that another process holds or has seen expire. */
  async findAtPeers(network: string, signature: string): Promise<PeerTransaction | undefined> {
    return this.#storage?.find(network, signature);
  }

  /**
   * The step of a call that sends a transaction until it lands, if the call or `defaultSending` says so. It also remembers the blockhashes
   * in answers, so that a transaction goes first to upstreams that know its blockhash.
   */
  createStep(defaultSending: Sending): SendWrapper {
    return (next) => (call) => {
      if (call.method?.answerHasBlockhash === true)
        return next(call).then((answer) => {
          this.#blockhashes.learn(
            call.network.id,
            answer,
            this.#watchedNetwork(call.network).upstreams.height,
          );
          return answer;
        });
      const sent = sentTransaction(call.params);
      const routed = this.#preferBlockhash(call, sent);
      // A transaction that can't be read goes to a node, which answers with its own error.
      if (effectiveSending(call, defaultSending) !== "land" || sent === undefined) return next(routed);
      return this.#send(routed, sent, next);
    };
  }

  /** Keeps pending transactions across restarts, and takes over those of processes that died. */
  useStorage(storage: LandingStorage, networkOf: (id: string) => Network | undefined): void {
    const { timers, listener } = this.#options;
    this.#storage = new SyncedStorage({
      storage,
      timers,
      own: () =>
        [...this.#pending.values()].filter(({ isHeldByPeer }) => !isHeldByPeer).map(({ saved }) => saved),
      onSynced: (result) => this.#adopt(result, networkOf),
      onFailed: (error) => listener.onNotKept(error, storage.place),
    });
    void this.#storage.sync();
  }

  /** Stops, and leaves pending transactions to another process. */
  async close(): Promise<void> {
    this.#cancellation.cancel(stoppingError());
    for (const { loop } of this.#networks.values()) loop.close();
    await this.#storage?.close();
    for (const transaction of this.#pending.values()) {
      transaction.end({ status: "unknown" });
      transaction.notifyListeners();
    }
  }

  /** Makes a call prefer upstreams that have reached the slot from which this gateway gave out the transaction's blockhash. */
  #preferBlockhash(call: UpstreamCall, sent: SentTransaction | undefined): UpstreamCall {
    const { slot = 0 } = (sent && this.#blockhashes.get(call.network.id, sent.transaction.lifetime)) ?? {};
    // An upstream that answered with a slot above the head is not believed.
    const isBelieved = slot > 0 && slot <= this.#watchedNetwork(call.network).upstreams.head;
    return isBelieved ? call.with({ shownSlot: Math.max(slot, call.shownSlot ?? 0) }) : call;
  }

  /** Sends the transaction of a call until it lands. Answers as soon as an upstream has taken it. */
  async #send(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { signature } = sent.transaction;
    const network = call.network.id;
    const key = savedKey({ network, signature });
    const found = this.find(network, signature);
    // One that expired, or was given up, may be sent as if it were new.
    const known = found?.mayBeSentAgain === true ? undefined : found;
    const inFlight = this.#inFlight.get(key);
    call.notes.sending = "land";
    if (known?.hasWire(sent.wire) === true) return signatureAnswer(signature);
    if (inFlight?.wire === sent.wire) return inFlight.answer;
    // Of two transactions with the same signature, one is a forgery: the second replaces neither a pending nor a landed one.
    const isRival = known !== undefined || inFlight !== undefined;
    if (isRival || !this.#limit.take(call.clientAddress)) {
      if (!isRival) this.#options.listener.onTooManyPending(network);
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

  /** Sends a transaction until it lands; only watches it if another live process sends it. */
  async #sendOrJoin(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { network, clientAddress } = call;
    const { signature } = sent.transaction;
    const { upstreams, loop } = this.#watchedNetwork(network);
    const answer = signatureAnswer(signature);
    if (await this.#storage?.isHeldByPeer({ network: network.id, signature, wire: sent.wire })) {
      loop.add(this.#add(this.#toSaved(network, sent), { clientAddress, isHeldByPeer: true }));
      return answer;
    }
    // A caller that disconnects cancels nothing: others may have joined, and an upstream may already have the transaction.
    const lasting = call.with({ cancellation: this.#cancellation });
    try {
      await next(lasting).catch((caught: unknown) => upstreams.sendToAll(lasting, RpcError.from(caught)));
    } catch (caught) {
      this.#limit.release(clientAddress);
      throw caught;
    }
    const watched = this.#add(this.#toSaved(network, sent), { clientAddress, span: call.span });
    this.#options.listener.onTaken(network.id);
    // Kept before the caller gets an answer, and before it is sent again, as another process may hold it.
    await this.#storage?.keep(watched.saved, () => {
      watched.isHeldByPeer = true;
    });
    // The caller pays for one send to each target; later resends are the operator's choice.
    if (!watched.isHeldByPeer) call.charge?.(Math.max(0, upstreams.targets(watched).targets.length - 1));
    loop.add(watched);
    // The upstream's answer is not used: this signature is the one that is watched.
    return answer;
  }

  #toSaved(network: Network, { transaction, wire }: SentTransaction): SavedTransaction {
    const { signature, lifetime, nonceAccount } = transaction;
    const issued = nonceAccount === undefined ? this.#blockhashes.get(network.id, lifetime) : undefined;
    return {
      network: network.id,
      signature,
      wire,
      lifetime,
      nonceAccount,
      lastValidBlockHeight: issued?.lastValidBlockHeight,
      firstSlot: this.#watchedNetwork(network).upstreams.head,
      firstHeight: undefined,
      firstSeenAt: Date.now(),
    };
  }

  /** Adds a transaction that was counted as pending. If it already is pending, gives the count back and returns that one. */
  #add(saved: SavedTransaction, origin: TransactionOrigin = {}): PendingTransaction {
    const key = savedKey(saved);
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      this.#limit.release(origin.clientAddress);
      return pending;
    }
    const transaction = new PendingTransaction(saved, origin);
    this.#ended.delete(key);
    this.#pending.set(key, transaction);
    return transaction;
  }

  /** Takes over the transactions of a process that died, and gives up those that another has taken over. */
  #adopt({ adopted, lost }: SyncResult, networkOf: (id: string) => Network | undefined): void {
    for (const key of lost) {
      const transaction = this.#pending.get(key);
      if (transaction !== undefined) transaction.isHeldByPeer = true;
    }
    for (const saved of adopted) {
      const network = networkOf(saved.network);
      if (network === undefined) continue;
      const known = this.find(network.id, saved.signature);
      if (known === undefined) {
        this.#limit.forceTake(undefined);
        this.#watchedNetwork(network).loop.add(this.#add(saved));
      } else known.isHeldByPeer = false;
    }
  }

  #watchedNetwork(network: Network): WatchedNetwork {
    const existing = this.#networks.get(network.id);
    if (existing !== undefined) {
      existing.upstreams.network = network;
      return existing;
    }
    const { timers, listener, config } = this.#options;
    const upstreams = new LandingUpstreams(network, { ...this.#options, cancellation: this.#cancellation });
    const loop = new LandingLoop({
      network: upstreams,
      timers,
      maxMs: config.maxMs,
      maySend: () => this.#storage?.maySend ?? true,
      onFate: (transaction, fate) => {
        // The process that sends it reports it.
        if (!transaction.isHeldByPeer) this.#report(transaction, fate);
        if (transaction.finalFate !== undefined) this.#forgetPending(transaction);
      },
      onSend: (target) => listener.onSend(network.id, target),
      onError: listener.onError,
    });
    const watched = { upstreams, loop };
    this.#networks.set(network.id, watched);
    return watched;
  }

  /** Reports that a transaction has landed, or that its fate is final. */
  #report(transaction: PendingTransaction, fate: Fate): void {
    const { listener } = this.#options;
    const { signature, finalFate, receivedAt, sends, span } = transaction;
    const { network } = transaction.saved;
    const ms = performance.now() - receivedAt;
    if (fate.status === "landed" && fate.inclusion.commitment === "confirmed") listener.onLanded(network, ms);
    if (finalFate === undefined || fate.status === "pending") return;
    const place = fate.status === "unknown" ? undefined : "proof" in fate ? fate.proof : fate.inclusion;
    const ended = { network, signature, status: fate.status, slot: place?.slot, sends, ms: Math.round(ms) };
    this.#lastFates = [ended, ...this.#lastFates].slice(0, maxListed);
    listener.onEnd(ended, span);
  }

  /** Remembers a transaction as one that has ended. */
  #forgetPending(transaction: PendingTransaction): void {
    const { saved, finalFate, clientAddress } = transaction;
    const key = savedKey(saved);
    this.#pending.delete(key);
    this.#limit.release(clientAddress);
    if (finalFate?.status === "expired") void this.#storage?.recordExpiry(saved, finalFate.proof);
    transaction.forgetContents();
    this.#ended.set(key, transaction);
  }
}

function signatureAnswer(signature: string): RawJson {
  return RawJson.fromText(quote(signature));
}
