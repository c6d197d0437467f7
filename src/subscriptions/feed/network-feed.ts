import { leadingContextSlot } from "../../json/context-slot.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { hasSameContent, type Network, type UpstreamAddress } from "../../networks/network.ts";
import { providerNames } from "../../providers/provider-names.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { areParamsRefused, isMethodUnsupported } from "../upstream/upstream-frame.ts";
import type { SocketEntry, UpstreamSocket } from "../upstream/upstream-socket.ts";
import { type FeedBudgets, type FeedOptions, type SubscriptionTimes, timesOn } from "./feed-options.ts";
import { Polls } from "./polls.ts";
import { SharedSubscription, type SubscriptionFeed } from "./shared-subscription.ts";
import { SlotProgress } from "./slot-progress.ts";
import { SocketPlacement } from "./socket-placement.ts";

/** Slots that must pass before an upstream is considered silent. */
const silentSlots = 20;

/**
 * Feeds a network's shared subscriptions from an upstream socket, fails over to another when it ends, lags or stays silent, and
 * polls if no upstream serves the method or can be reached.
 */
export class NetworkFeed implements SubscriptionFeed {
  readonly reader: LedgerReader;
  readonly budgets: FeedBudgets;
  readonly #options: FeedOptions;
  readonly #onEnded: (shared: SharedSubscription) => void;
  readonly #placement: SocketPlacement;
  readonly #polls: Polls;
  readonly #progress: SlotProgress;
  /** Subscriptions whose gap could not be filled; the next check retries them. */
  readonly #unfilled = new Set<SharedSubscription>();
  #network: Network;
  #checkTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  /** `onEnded` is called when a subscription ends or is refused. */
  constructor(
    network: Network,
    options: FeedOptions,
    budgets: FeedBudgets,
    onEnded: (shared: SharedSubscription) => void,
  ) {
    const { listener, websocket, maxFrameBytes } = options;
    const { id } = network;
    this.#network = network;
    this.#options = options;
    this.#onEnded = onEnded;
    this.budgets = budgets;
    this.reader = new LedgerReader({
      ...options,
      network: () => this.#network,
      clock: () => options.clock(this.#network),
      fullReads: budgets.fullReads,
      onLedgerReplaced: () => this.#forgetLedger(),
      onBlockLost: (slot, error) => listener.onBlockLost(id, slot, error),
    });
    this.#polls = new Polls(
      () => this.times,
      (method, reason) => listener.onPolled(id, method, reason),
      (shared, error) => this.onFetchFailed(shared, error),
    );
    this.#progress = new SlotProgress({
      reader: this.reader,
      staleSlotsMs: () => this.times.staleSlotsMs,
      onLedgerReplaced: () => this.#forgetLedger(),
      onFailed: (error) => listener.onFetchFailed(id, "getSlot", error),
    });
    const linkOptions = { ...this.times, ...websocket, maxFrameBytes };
    this.#placement = new SocketPlacement(this.#pickAddresses(network), linkOptions, {
      onSocketUsed: (socket) => this.#progress.watch(socket),
      onSocketEnded: (socket, entries, reason) => this.#onSocketEnded(socket, entries, reason),
      onUnusable: (host, error) => listener.onSocketEnded(id, host, String(error), 0),
      onUnoffered: (shared) => this.#poll(shared, "no upstream offers it"),
    });
  }

  /** Times at the ledger's current pace. */
  get times(): SubscriptionTimes {
    return { ...timesOn(this.reader.clock), ...this.#options.times };
  }

  /** Numbers of distinct subscriptions, and of those polled over HTTP. */
  get counts() {
    return { subscriptions: this.#placement.all.size, polled: this.#polls.polledCount };
  }

  isConfirmed(shared: SharedSubscription): boolean {
    return this.#placement.isConfirmed(shared);
  }

  add(shared: SharedSubscription): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    const { pollAfterMs, staleSlotsMs } = this.times;
    const checkMs = Math.max(10, Math.min(pollAfterMs, staleSlotsMs) / 3);
    this.#checkTimer ??= setInterval(() => this.#check(), checkMs);
    this.#placement.place(shared);
  }

  remove(shared: SharedSubscription): void {
    this.#placement.socketOf(shared)?.remove(shared);
    this.#drop(shared);
  }

  onConfirmed(shared: SharedSubscription): void {
    this.#placement.onConfirmed(shared);
    // Polling has covered the gap up to the last poll.
    if (this.#polls.hasPolled(shared)) shared.onLost(-1);
    if (shared.kind.isLookedUp) this.#polls.lookUp(shared);
    else this.#polls.remove(shared);
    if (shared.rule.steady) shared.silentSince = { at: performance.now(), slot: this.#progress.newest };
  }

  onBehind(shared: SharedSubscription): void {
    if (this.isConfirmed(shared)) this.#polls.lookUp(shared);
  }

  onRefused(shared: SharedSubscription, refusal: RpcError): void {
    const canPoll = shared.rule.polledAs !== undefined;
    if (isMethodUnsupported(refusal)) this.#placement.moveToOtherUpstream(shared);
    else if (canPoll && (shared.isLive || !areParamsRefused(refusal))) this.#poll(shared, refusal.message);
    else this.#refuse(shared, refusal);
  }

  onFinished(shared: SharedSubscription): void {
    this.#placement.socketOf(shared)?.removeEnded(shared);
    this.#drop(shared);
    this.#onEnded(shared);
  }

  onFetchFailed(shared: SharedSubscription, error: unknown): void {
    if (this.#hasClosed || !this.#placement.all.has(shared)) return;
    this.#unfilled.add(shared);
    this.#options.listener.onFetchFailed(this.#network.id, shared.method, error);
  }

  onPublished(shared: SharedSubscription, payload: RawJson): void {
    this.#options.listener.onPublished(this.#network.id, shared.subscriberCount);
    const slot = leadingContextSlot(payload);
    if (slot !== undefined) this.#options.onSlot?.(this.#network.id, shared.commitment, slot);
  }

  /** Applies changed network settings. Changed addresses or upstream settings may mean another ledger, so all slots are forgotten. */
  setNetwork(network: Network): void {
    const before = this.#network;
    this.#network = network;
    const addresses = this.#pickAddresses(network);
    const isSame =
      hasSameContent(this.#pickAddresses(before), addresses) &&
      hasSameContent(before.httpAddresses, network.httpAddresses);
    if (isSame) return;
    // Before `#forgetLedger`: the gap begins at the newest slot.
    this.#placement.setUpstreams(addresses, this.#progress.newest);
    this.#forgetLedger();
  }

  close(): void {
    this.#hasClosed = true;
    clearInterval(this.#checkTimer);
    clearTimeout(this.#idleTimer);
    this.#polls.close();
    this.reader.close();
    this.#placement.close();
  }

  #pickAddresses({ wsAddresses }: Network): readonly UpstreamAddress[] {
    return this.#options.opensSockets ? wsAddresses : [];
  }

  #onSocketEnded(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void {
    this.#progress.unwatch(socket);
    if (this.#hasClosed) return;
    const subscriptions = entries.filter((entry) => entry instanceof SharedSubscription);
    this.#options.listener.onSocketEnded(this.#network.id, socket.host, reason, subscriptions.length);
    const slot = this.#progress.newest;
    for (const shared of subscriptions) {
      // Without a client it is not worth moving.
      if (shared.isLive && shared.subscriberCount === 0) {
        shared.end();
        this.onFinished(shared);
        continue;
      }
      shared.onLost(slot);
      this.#placement.place(shared);
    }
  }

  #poll(shared: SharedSubscription, reason: string): void {
    this.#placement.detach(shared);
    if (shared.rule.polledAs === undefined) this.#refuse(shared, unofferedError(shared, this.#network.id));
    else this.#polls.poll(shared, reason);
  }

  #refuse(shared: SharedSubscription, error: RpcError): void {
    this.#drop(shared);
    this.#onEnded(shared);
    shared.refuse(error);
  }

  #drop(shared: SharedSubscription): void {
    this.#placement.remove(shared);
    this.#unfilled.delete(shared);
    this.#polls.remove(shared);
    if (this.#placement.all.size > 0 || this.#hasClosed) return;
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined;
      this.#placement.endSockets("no subscription is left");
    }, this.times.idleSocketMs).unref();
  }

  #check(): void {
    const now = performance.now();
    const { pollAfterMs, silentAfterMs } = this.times;
    const { newest } = this.#progress;
    for (const [shared, { waitingSince }] of this.#placement.all) {
      const { silentSince } = shared;
      if (waitingSince !== undefined && now - waitingSince >= pollAfterMs) this.#pollOrRefuse(shared);
      const isSilent = silentSince !== undefined && now - silentSince.at >= silentAfterMs;
      if (isSilent && newest >= silentSince.slot + silentSlots) this.#leaveSilentUpstream(shared);
    }
    this.#progress.endStale(now);
    const unfilled = [...this.#unfilled];
    this.#unfilled.clear();
    for (const shared of unfilled) shared.catchUp.fillGap();
  }

  /** Polls a subscription until it has an upstream again, or refuses it if it cannot be polled and was never live. */
  #pollOrRefuse(shared: SharedSubscription): void {
    if (shared.rule.polledAs !== undefined) {
      this.#polls.poll(shared, "no upstream can be reached");
    } else if (!shared.isLive) {
      const message = `No WebSocket upstream of ${this.#network.id} can be reached; subscribe again later.`;
      this.#placement.socketOf(shared)?.remove(shared);
      this.#refuse(shared, RpcError.of("upstreamUnreachable", message));
    }
  }

  /** Moves a subscription off an upstream that confirmed it but sends nothing, as some node versions do. */
  #leaveSilentUpstream(shared: SharedSubscription): void {
    shared.silentSince = undefined;
    const socket = this.#placement.socketOf(shared);
    if (socket === undefined) return;
    this.#options.listener.onSilent(this.#network.id, shared.method, socket.host);
    socket.remove(shared);
    this.#placement.moveToOtherUpstream(shared);
  }

  #forgetLedger(): void {
    this.#progress.forgetLedger();
    this.reader.forgetLedger();
    for (const shared of this.#placement.all.keys()) shared.forgetLedger();
  }
}

function unofferedError({ method, providers }: SharedSubscription, network: string): RpcError {
  const upstream =
    providers === undefined ? "an upstream that offers it" : `an upstream of ${providerNames(providers)}`;
  const message = `${method} is not offered by the upstreams of ${network}, and can't be polled over HTTP; use ${upstream}.`;
  return RpcError.of("methodNotFound", message);
}
