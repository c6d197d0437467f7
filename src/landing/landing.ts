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
import {
  type LandingStorage,
  type PeerTransaction,
  type SyncResult,
  transactionKey,
} from "./landing-storage.ts";
import { LandingUpstreams, type LandingUpstreamsOptions } from "./landing-upstreams.ts";
import { PendingLimit } from "./pending-limit.ts";
import { SyncedStorage } from "./synced-storage.ts";
import { type SavedTransaction, TrackedTransaction, type TransactionOrigin } from "./tracked-transaction.ts";

/** Receives events of landing transactions, for metrics and the log. */
export interface LandingListener {
  onTaken(network: string): void;
  /** A transaction is in a confirmed block, `ms` after it arrived. */
  onLanded(network: string, ms: number): void;
  /** A transaction's fate is final. `span` belongs to the call that sent it, if that is traced. */
  onEnd(ended: EndedTransaction, span: CallSpan | undefined): void;
  onSend(network: string, target: string): void;
  /** A transaction was sent only once, because too many are pending in total or for its caller. */
  onTooManyPending(network: string): void;
  /** The storage of pending transactions has begun to fail. */
  onStorageFailed(error: unknown, subsystem: LandingStorage["place"]): void;
  /** A bug of the gateway itself. */
  onError(error: unknown): void;
}

/** Most ended transactions on the status page. */
const maxListed = 20;

interface LandingOptions extends Omit<LandingUpstreamsOptions, "cancellation"> {
  readonly config: LandingConfig;
  readonly timers: TimerWheel;
  readonly listener: LandingListener;
  /** Stores pending transactions across restarts, and takes over those of processes that died. */
  readonly storage?: LandingStorage | undefined;
  readonly networkOf: (id: string) => Network | undefined;
}

interface LandingNetwork {
  readonly upstreams: LandingUpstreams;
  readonly loop: LandingLoop;
}

/** Resends the transactions of all networks until they land, and remembers their fates. */
export class Landing {
  readonly #options: LandingOptions;
  readonly #networks = new Map<string, LandingNetwork>();
  readonly #pending = new Map<string, TrackedTransaction>();
  readonly #ended: LRUCache<string, TrackedTransaction>;
  /** Calls whose transaction no upstream has accepted yet. */
  readonly #inFlight = new Map<string, { readonly wire: string; readonly answer: Promise<RawJson> }>();
  readonly #limit: PendingLimit;
  readonly #blockhashes = new IssuedBlockhashes();
  readonly #cancellation = new Cancellation();
  readonly #storage: SyncedStorage | undefined;
  #lastEnded: readonly EndedTransaction[] = [];

  constructor(options: LandingOptions) {
    const { config, storage, timers, listener } = options;
    this.#options = options;
    this.#ended = new LRUCache({ max: config.maxPending });
    this.#limit = new PendingLimit(config.maxPending);
    if (storage === undefined) return;
    this.#storage = new SyncedStorage({
      storage,
      timers,
      own: () =>
        [...this.#pending.values()].filter(({ isHeldByPeer }) => !isHeldByPeer).map(({ saved }) => saved),
      onSynced: (result) => this.#adopt(result),
      onFailed: (error) => listener.onStorageFailed(error, storage.place),
    });
    void this.#storage.sync();
  }

  get size(): number {
    return this.#pending.size;
  }

  get lastEnded(): readonly EndedTransaction[] {
    return this.#lastEnded;
  }

  /** Finds a pending or ended transaction; undefined if this process never had or has forgotten it. */
  find(network: string, signature: string): TrackedTransaction | undefined {
    const key = transactionKey({ network, signature });
    return this.#pending.get(key) ?? this.#ended.get(key);
  }

  /** Finds a transaction that another process holds or has seen expire. */
  async findAtPeers(network: string, signature: string): Promise<PeerTransaction | undefined> {
    return this.#storage?.find(network, signature);
  }

  /**
   * Call step that resends a transaction until it lands, if the call or `defaultSending` says so. It also records the blockhashes in
   * answers, so that a transaction goes first to upstreams that know its blockhash.
   */
  createStep(defaultSending: Sending): SendWrapper {
    return (next) => (call) => {
      if (call.method?.answerHasBlockhash === true)
        return next(call).then((answer) => {
          this.#blockhashes.learn(
            call.network.id,
            answer,
            this.#landingNetwork(call.network).upstreams.height,
          );
          return answer;
        });
      const sent = sentTransaction(call.params);
      const routed = this.#preferBlockhash(call, sent);
      // An unreadable transaction goes to an upstream, whose own error answers the call.
      if (effectiveSending(call, defaultSending) !== "land" || sent === undefined) return next(routed);
      return this.#send(routed, sent, next);
    };
  }

  /** Stops and releases pending transactions to other processes. */
  async close(): Promise<void> {
    this.#cancellation.cancel(stoppingError());
    for (const { loop } of this.#networks.values()) loop.close();
    await this.#storage?.close();
    for (const transaction of this.#pending.values()) {
      transaction.end({ status: "unknown" });
      transaction.notifyListeners();
    }
  }

  /** Prefers upstreams that have reached the slot at which this gateway issued the transaction's blockhash. */
  #preferBlockhash(call: UpstreamCall, sent: SentTransaction | undefined): UpstreamCall {
    const { slot = 0 } = (sent && this.#blockhashes.get(call.network.id, sent.transaction.lifetime)) ?? {};
    // A slot above the head is implausible.
    const isPlausible = slot > 0 && slot <= this.#landingNetwork(call.network).upstreams.head;
    return isPlausible ? call.with({ preferredSlot: Math.max(slot, call.preferredSlot ?? 0) }) : call;
  }

  /** Starts landing the transaction of a call. Answers as soon as an upstream has accepted it. */
  async #send(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { signature } = sent.transaction;
    const network = call.network.id;
    const key = transactionKey({ network, signature });
    const found = this.find(network, signature);
    // One that expired or was given up is treated as new.
    const known = found?.mayBeSentAgain === true ? undefined : found;
    const inFlight = this.#inFlight.get(key);
    call.notes.sending = "land";
    if (known?.hasWire(sent.wire) === true) return signatureAnswer(signature);
    if (inFlight?.wire === sent.wire) return inFlight.answer;
    // Two transactions share a signature only if one is forged, so a newcomer never replaces the existing one.
    const isConflict = known !== undefined || inFlight !== undefined;
    if (isConflict || !this.#limit.take(call.clientAddress)) {
      if (!isConflict) this.#options.listener.onTooManyPending(network);
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

  /** Starts landing a transaction; only watches it if another live process sends it. */
  async #sendOrJoin(call: UpstreamCall, sent: SentTransaction, next: Send): Promise<RawJson> {
    const { network, clientAddress } = call;
    const { signature } = sent.transaction;
    const { upstreams, loop } = this.#landingNetwork(network);
    const answer = signatureAnswer(signature);
    if (await this.#storage?.isHeldByPeer({ network: network.id, signature, wire: sent.wire })) {
      loop.add(this.#add(this.#toSaved(network, sent), { clientAddress, isHeldByPeer: true }));
      return answer;
    }
    // A disconnect cancels nothing: others may have joined, and an upstream may already have the transaction.
    const uncancelled = call.with({ cancellation: this.#cancellation });
    try {
      await next(uncancelled).catch((caught: unknown) =>
        upstreams.sendToAll(uncancelled, RpcError.from(caught)),
      );
    } catch (caught) {
      this.#limit.release(clientAddress);
      throw caught;
    }
    const watched = this.#add(this.#toSaved(network, sent), { clientAddress, span: call.span });
    this.#options.listener.onTaken(network.id);
    // Stored before the answer, and before a resend, since another process may hold it.
    await this.#storage?.add(watched.saved, () => {
      watched.isHeldByPeer = true;
    });
    // Charges one send per target; further resends are the operator's choice.
    if (!watched.isHeldByPeer) call.charge?.(Math.max(0, upstreams.targets(watched).targets.length - 1));
    loop.add(watched);
    // Ignores the upstream's response: this is the signature that is watched.
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
      firstSlot: this.#landingNetwork(network).upstreams.head,
      firstHeight: undefined,
      firstSeenAt: Date.now(),
    };
  }

  /** Adds a transaction that the limit has counted. If it is already pending, uncounts it and returns that one. */
  #add(saved: SavedTransaction, origin: TransactionOrigin = {}): TrackedTransaction {
    const key = transactionKey(saved);
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      this.#limit.release(origin.clientAddress);
      return pending;
    }
    const transaction = new TrackedTransaction(saved, origin);
    this.#ended.delete(key);
    this.#pending.set(key, transaction);
    return transaction;
  }

  /** Takes over transactions of processes that died, and yields those that another took over. */
  #adopt({ adopted, lost }: SyncResult): void {
    for (const key of lost) {
      const transaction = this.#pending.get(key);
      if (transaction !== undefined) transaction.isHeldByPeer = true;
    }
    for (const saved of adopted) {
      const network = this.#options.networkOf(saved.network);
      if (network === undefined) continue;
      const known = this.find(network.id, saved.signature);
      if (known === undefined) {
        this.#limit.takeOver();
        this.#landingNetwork(network).loop.add(this.#add(saved));
      } else known.isHeldByPeer = false;
    }
  }

  #landingNetwork(network: Network): LandingNetwork {
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
        // The holder reports it.
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

  /** Reports a landed transaction or a final fate. */
  #report(transaction: TrackedTransaction, fate: Fate): void {
    const { listener } = this.#options;
    const { signature, finalFate, receivedAt, sends, span } = transaction;
    const { network } = transaction.saved;
    const ms = performance.now() - receivedAt;
    if (fate.status === "landed" && fate.inclusion.commitment === "confirmed") listener.onLanded(network, ms);
    if (finalFate === undefined || fate.status === "pending") return;
    const evidence = fate.status === "unknown" ? undefined : "proof" in fate ? fate.proof : fate.inclusion;
    const ended = {
      network,
      signature,
      status: fate.status,
      slot: evidence?.slot,
      sends,
      ms: Math.round(ms),
    };
    this.#lastEnded = [ended, ...this.#lastEnded].slice(0, maxListed);
    listener.onEnd(ended, span);
  }

  /** Moves a transaction from pending to ended. */
  #forgetPending(transaction: TrackedTransaction): void {
    const { saved, finalFate, clientAddress } = transaction;
    const key = transactionKey(saved);
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
