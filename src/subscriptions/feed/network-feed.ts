import { contextSlot } from "../../json/context-slot.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network, UpstreamUrl } from "../../networks/network.ts";
import { providerNames } from "../../providers/provider-names.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Refusal } from "../upstream/read-upstream-frame.ts";
import { areParamsRefused, isMethodUnsupported } from "../upstream/refusals.ts";
import type { SocketEntry } from "../upstream/socket-entry.ts";
import type { UpstreamSocket } from "../upstream/upstream-socket.ts";
import type { FeedOptions } from "./feed-options.ts";
import { LookupLoop } from "./lookup-loop.ts";
import { NetworkPoller } from "./network-poller.ts";
import { Placement } from "./placement.ts";
import { type SharedOwner, SharedSubscription } from "./shared-subscription.ts";
import { SilenceCheck } from "./silence-check.ts";
import { SlotProgress } from "./slot-progress.ts";

/**
 * Feeds the shared subscriptions of one network: each from an upstream socket, from another one when that ends, falls behind
 * or is silent, and by polling if no upstream sends it or none can be reached.
 */
export class NetworkFeed implements SharedOwner {
  readonly reader: LedgerReader;
  readonly #options: FeedOptions;
  readonly #placement: Placement;
  readonly #poller: NetworkPoller;
  readonly #lookups: LookupLoop;
  /** Those with steady notifications, from the upstream's confirmation until the first one comes. */
  readonly #unheard: SilenceCheck;
  /** Those whose gap could not be filled. */
  readonly #unfilled = new Set<SharedSubscription>();
  readonly #progress: SlotProgress;
  #network: Network;
  #timer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  constructor(options: FeedOptions) {
    const { network, reader, link, times, listener } = options;
    this.#options = options;
    this.#network = network;
    this.reader = reader;
    this.reader.onRestarted = () => this.#forget();
    this.reader.onBlockLost = (slot, error) => listener.onBlockLost(network.id, slot, error);
    const onFailure = (shared: SharedSubscription, error: unknown) => this.fetchFailed(shared, error);
    this.#poller = new NetworkPoller({
      intervalMs: () => times().pollMs,
      onBegun: (method, reason) => listener.onPolled(network.id, method, reason),
      onFailure,
    });
    this.#lookups = new LookupLoop(() => times().lookupAfterMs, options.clock, onFailure);
    this.#unheard = new SilenceCheck(times().silentAfterMs);
    this.#progress = new SlotProgress({
      reader,
      staleSlotsMs: () => times().staleSlotsMs,
      slotMethods: options.slotMethods,
      onRestarted: () => this.#forget(),
      onFailed: (error) => listener.onFetchFailed(network.id, "getSlot", error),
    });
    this.#placement = new Placement({
      upstreams: network.wsUrls,
      link,
      onSocketUsed: (socket) => this.#progress.watch(socket),
      onSocketEnded: (socket, entries, reason) => this.#onSocketEnded(socket, entries, reason),
      onUnusable: (host, error) => listener.onSocketEnded(network.id, host, String(error), 0),
      onUnoffered: (shared) => this.#poll(shared, "no upstream offers it"),
    });
  }

  get network(): Network {
    return this.#network;
  }

  /** Subscriptions, those that are polled, and sockets: for metrics. */
  get counts(): { readonly subscriptions: number; readonly polled: number; readonly sockets: number } {
    const { size, socketCount } = this.#placement;
    return { subscriptions: size, polled: this.#poller.size, sockets: socketCount };
  }

  get beginAfterMs(): number {
    return this.#options.times().beginAfterMs;
  }

  /** Whether an upstream sends its notifications; otherwise it is polled. */
  isPushed(shared: SharedSubscription): boolean {
    return this.#placement.isConfirmed(shared) && !this.#poller.has(shared);
  }

  /** Starts feeding a subscription. */
  add(shared: SharedSubscription): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    this.#timer ??= setInterval(() => this.#check(), this.#checkIntervalMs);
    this.#placement.place(shared);
  }

  /** The last subscriber has left. */
  remove(shared: SharedSubscription): void {
    this.#placement.socketOf(shared)?.remove(shared);
    this.#drop(shared);
  }

  confirmed(shared: SharedSubscription): void {
    this.#placement.stopWaiting(shared);
    this.#poller.remove(shared);
    if (shared.kind.isLookedUp) this.#lookups.add(shared);
    if (shared.rule.steady) this.#unheard.add(shared, this.#progress.newest);
  }

  refused(shared: SharedSubscription, refusal: Refusal): void {
    const socket = this.#placement.takeOff(shared);
    const canPoll = shared.rule.polledAs !== undefined;
    if (isMethodUnsupported(refusal)) {
      if (socket !== undefined) this.#placement.recordDeclined(socket, shared);
      this.#placement.place(shared);
    } else if (!canPoll || (areParamsRefused(refusal) && !shared.isLive)) {
      this.#refuse(shared, RpcError.fromLedger(refusal.code, refusal.message, refusal.wire));
    } else {
      this.#poll(shared, refusal.message);
    }
  }

  finished(shared: SharedSubscription): void {
    this.#placement.socketOf(shared)?.forget(shared);
    this.#drop(shared);
    this.#options.onGone(shared);
  }

  fetchFailed(shared: SharedSubscription, error: unknown): void {
    if (this.#hasClosed || !this.#placement.has(shared)) return;
    this.#unfilled.add(shared);
    this.#options.listener.onFetchFailed(this.#network.id, shared.method, error);
  }

  published(shared: SharedSubscription, payload: RawJson): void {
    this.#options.listener.onPublished(this.#network.id, shared.subscriberCount);
    const slot = contextSlot(payload);
    if (slot !== undefined) this.#options.onSlot(this.#network.id, shared.commitment, slot);
  }

  /** The network's record has changed. With other addresses it may be another ledger, so what was known is forgotten. */
  setNetwork(network: Network): void {
    const before = this.#network;
    this.#network = network;
    const isSame =
      haveSameAddresses(before.wsUrls, network.wsUrls) && haveSameAddresses(before.rpcUrls, network.rpcUrls);
    if (isSame) return;
    this.#forget();
    this.#placement.setUpstreams(network.wsUrls);
  }

  /** Ends sockets and timers. */
  close(): void {
    this.#hasClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#idleTimer);
    this.#poller.close();
    this.#lookups.close();
    this.reader.close();
    this.#placement.close();
  }

  get #checkIntervalMs(): number {
    const { bridgeAfterMs, staleSlotsMs } = this.#options.times();
    return Math.max(10, Math.min(bridgeAfterMs, staleSlotsMs) / 3);
  }

  #onSocketEnded(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void {
    this.#progress.unwatch(socket);
    if (this.#hasClosed) return;
    const shared = entries.filter((entry) => entry instanceof SharedSubscription);
    this.#options.listener.onSocketEnded(this.#network.id, socket.host, reason, shared.length);
    const slot = this.#progress.newest;
    for (const one of shared) {
      // One without a client is kept only as long as it costs nothing.
      if (one.isLive && one.subscriberCount === 0) {
        one.end();
        this.finished(one);
        continue;
      }
      one.onLost(slot);
      this.#placement.place(one);
    }
  }

  #poll(shared: SharedSubscription, reason: string): void {
    this.#placement.stopWaiting(shared);
    if (shared.rule.polledAs === undefined) this.#refuse(shared, unofferedError(shared, this.#network.id));
    else this.#poller.add(shared, reason);
  }

  #refuse(shared: SharedSubscription, error: RpcError): void {
    this.#drop(shared);
    this.#options.onGone(shared);
    shared.refuse(error);
  }

  #drop(shared: SharedSubscription): void {
    this.#placement.remove(shared);
    this.#unfilled.delete(shared);
    this.#unheard.remove(shared);
    this.#poller.remove(shared);
    this.#lookups.remove(shared);
    if (this.#placement.size > 0 || this.#hasClosed) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined;
      this.#placement.endSockets("no subscription is left");
    }, this.#options.times().idleSocketMs).unref();
  }

  #check(): void {
    const now = performance.now();
    for (const [shared, since] of this.#placement.unconfirmed) {
      if (now - since >= this.#options.times().bridgeAfterMs) this.#bridge(shared);
    }
    this.#progress.endStale(now);
    for (const shared of this.#unheard.takeSilent(now, this.#progress.newest)) this.#leaveSilent(shared);
    const unfilled = [...this.#unfilled];
    this.#unfilled.clear();
    for (const shared of unfilled) shared.fillGap();
  }

  /** Polls a subscription that has had no upstream for a while, until it has one. */
  #bridge(shared: SharedSubscription): void {
    if (shared.rule.polledAs !== undefined) {
      this.#poller.add(shared, "no upstream can be reached");
    } else if (!shared.isLive) {
      const message = `No WebSocket upstream of ${this.#network.id} can be reached.`;
      this.#placement.socketOf(shared)?.remove(shared);
      this.#refuse(shared, RpcError.of("upstreamUnreachable", message));
    }
  }

  /** Moves a subscription away from an upstream that confirmed it but sends nothing. */
  #leaveSilent(shared: SharedSubscription): void {
    const socket = this.#placement.socketOf(shared);
    if (socket === undefined) return;
    this.#options.listener.onSilent(this.#network.id, shared.method, socket.host);
    socket.remove(shared);
    this.#placement.recordUnsupported(socket, shared.method);
    this.#placement.place(shared);
  }

  #forget(): void {
    this.#progress.forget();
    this.reader.forget();
    for (const shared of this.#placement.all) shared.forget();
  }
}

function unofferedError({ method, providers }: SharedSubscription, network: string): RpcError {
  const who = providers === undefined ? "that offers it" : `of ${providerNames(providers)}`;
  const message = `${method} is not offered by the upstreams of ${network}, and what it sends cannot be fetched otherwise; use an upstream ${who}.`;
  return RpcError.of("methodNotFound", message);
}

function haveSameAddresses(some: readonly UpstreamUrl[], others: readonly UpstreamUrl[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ url, trusted }, index) => others[index]?.url === url && others[index]?.trusted === trusted)
  );
}
