import type { Network, UpstreamUrl } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Refusal } from "../upstream/read-upstream-frame.ts";
import { meansLacking, meansWrongParams } from "../upstream/refusals.ts";
import { type LinkOptions, UpstreamLink } from "../upstream/upstream-link.ts";
import type { SocketEntry, SocketEvents, UpstreamSocket } from "../upstream/upstream-socket.ts";
import { NetworkPoller } from "./network-poller.ts";
import { SettleLoop } from "./settle-loop.ts";
import { type SharedOwner, SharedSubscription } from "./shared-subscription.ts";
import { SlotWatch } from "./slot-watch.ts";
import { maxStaleSlotLag, type SubscriptionTimes, silentSlots } from "./subscription-times.ts";

/** A ledger this far behind what it was has begun anew. */
const maxRestartedSlots = 150;
/** Longest reason of an upstream in the log. */
const maxReasonLength = 200;

/** What is told about a network's subscriptions, for the log and for counts. */
export interface FeedListener {
  /** A socket ended; its subscriptions are restored elsewhere. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is served by polling from now on. Told once for each method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a method's subscription and sends nothing of it. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  onPublished(network: string, deliveries: number): void;
}

/** What a feed is made of. */
export interface FeedOptions {
  readonly network: Network;
  readonly reader: LedgerReader;
  readonly link: LinkOptions;
  readonly times: SubscriptionTimes;
  readonly pollIntervalMs: number;
  /** The slot subscription, by which upstreams are watched. */
  readonly slotMethods: { readonly subscribe: string; readonly unsubscribe: string };
  readonly listener: FeedListener;
  /** A subscription has ended by itself or was refused. */
  readonly onGone: (shared: SharedSubscription) => void;
}

/**
 * Feeds the shared subscriptions of one network: puts each on a socket of the best upstream that takes it, moves it when
 * that one dies or falls behind, and polls where no upstream pushes or none can be reached.
 */
export class NetworkFeed implements SharedOwner {
  readonly reader: LedgerReader;
  readonly #options: FeedOptions;
  readonly #poller: NetworkPoller;
  readonly #settling: SettleLoop;
  /** Every subscription, with the socket it is on. */
  readonly #placed = new Map<SharedSubscription, UpstreamSocket | undefined>();
  /** Those that no upstream has confirmed yet, and since when they wait. */
  readonly #unconfirmed = new Map<SharedSubscription, number>();
  /** Those that only an upstream can send, since it confirmed them, until it is known whether it does. */
  readonly #unheard = new Map<SharedSubscription, { readonly since: number; readonly slot: number }>();
  /** Those whose gap could not be filled. */
  readonly #unfilled = new Set<SharedSubscription>();
  readonly #watches = new Map<UpstreamSocket, SlotWatch>();
  /** Methods whose polling was announced. */
  readonly #announced = new Set<string>();
  readonly #socketEvents: SocketEvents;
  #links: UpstreamLink[];
  #network: Network;
  #timer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #newestSlot = -1;
  #isComparing = false;
  #hasClosed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#network = options.network;
    this.reader = options.reader;
    this.#links = this.#linksOf(options.network);
    const onFailure = (shared: SharedSubscription, error: unknown) => this.fetchFailed(shared, error);
    this.#poller = new NetworkPoller({ intervalMs: options.pollIntervalMs, onFailure });
    this.#settling = new SettleLoop(options.times.settleAfterMs, onFailure);
    this.#socketEvents = {
      answered: () => undefined,
      ended: (socket, entries, reason) => this.#onSocketEnded(socket, entries, reason),
    };
  }

  get network(): Network {
    return this.#network;
  }

  /** Subscriptions, those that are polled, and sockets: for metrics. */
  get counts(): { readonly subscriptions: number; readonly polled: number; readonly sockets: number } {
    let sockets = 0;
    for (const link of this.#links) sockets += link.sockets.size;
    return { subscriptions: this.#placed.size, polled: this.#poller.size, sockets };
  }

  get beginAfterMs(): number {
    return this.#options.times.beginAfterMs;
  }

  /** An upstream sends it by itself; it is not polled. */
  isPushed(shared: SharedSubscription): boolean {
    return (
      this.#placed.get(shared) !== undefined && !this.#unconfirmed.has(shared) && !this.#poller.has(shared)
    );
  }

  /** Begins to feed a subscription. */
  add(shared: SharedSubscription): void {
    clearTimeout(this.#lingerTimer);
    this.#lingerTimer = undefined;
    this.#timer ??= setInterval(() => this.#keepHouse(), this.#houseIntervalMs);
    this.#place(shared);
  }

  /** The last subscriber has left. */
  remove(shared: SharedSubscription): void {
    this.#placed.get(shared)?.remove(shared);
    this.#drop(shared);
  }

  confirmed(shared: SharedSubscription): void {
    this.#unconfirmed.delete(shared);
    this.#poller.remove(shared);
    if (shared.kind.settles) this.#settling.add(shared);
    if (shared.rule.synthesis === undefined)
      this.#unheard.set(shared, { since: performance.now(), slot: this.#slotNow() });
  }

  refused(shared: SharedSubscription, refusal: Refusal): void {
    const socket = this.#placed.get(shared);
    this.#placed.set(shared, undefined);
    const canPoll = shared.rule.synthesis !== undefined;
    if (meansLacking(refusal)) {
      this.#linkOf(socket)?.lacking.add(shared.method);
      this.#place(shared);
    } else if (!canPoll || (meansWrongParams(refusal) && !shared.isLive)) {
      this.#refuse(shared, RpcError.fromLedger(refusal.code, refusal.message, refusal.wire));
    } else {
      this.#synthesise(shared, refusal.message);
    }
  }

  finished(shared: SharedSubscription): void {
    this.#placed.get(shared)?.forget(shared);
    this.#drop(shared);
    this.#options.onGone(shared);
  }

  fetchFailed(shared: SharedSubscription, error: unknown): void {
    if (this.#hasClosed || !this.#placed.has(shared)) return;
    this.#unfilled.add(shared);
    this.#options.listener.onFetchFailed(this.#network.id, shared.method, error);
  }

  published(count: number): void {
    this.#options.listener.onPublished(this.#network.id, count);
  }

  /** The network's record has changed. Other addresses may lead to another ledger: what was known is void. */
  setNetwork(network: Network): void {
    const before = this.#network;
    this.#network = network;
    const isSame = areSame(before.wsUrls, network.wsUrls) && areSame(before.rpcUrls, network.rpcUrls);
    if (isSame) return;
    this.#forget();
    const old = this.#links;
    this.#links = this.#linksOf(network);
    for (const link of old) link.end("the network's addresses were changed");
    // What the old upstreams did not offer, the new ones may.
    for (const [shared, socket] of [...this.#placed]) {
      if (socket !== undefined || this.#unconfirmed.has(shared)) continue;
      shared.onLost(-1);
      this.#place(shared);
    }
  }

  /** Ends sockets and timers. */
  close(): void {
    this.#hasClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#lingerTimer);
    this.#poller.close();
    this.#settling.close();
    this.reader.close();
    this.#placed.clear();
    this.#unconfirmed.clear();
    for (const link of this.#links) link.end("the gateway stops");
  }

  get #houseIntervalMs(): number {
    const { bridgeAfterMs, staleSlotsMs } = this.#options.times;
    return Math.max(10, Math.min(bridgeAfterMs, staleSlotsMs) / 3);
  }

  #linksOf(network: Network): UpstreamLink[] {
    return [...network.wsUrls]
      .sort((a, b) => b.weight - a.weight)
      .map((upstream) => new UpstreamLink(upstream, this.#options.link));
  }

  /** Puts a subscription on a socket; where there is none for it, waits for one or polls. */
  #place(shared: SharedSubscription): void {
    if (this.#hasClosed || shared.hasEnded) return;
    const now = performance.now();
    const offering = this.#links.filter(({ lacking }) => !lacking.has(shared.method));
    if (offering.length === 0) {
      this.#placed.set(shared, undefined);
      this.#synthesise(shared, "no upstream offers it");
      return;
    }
    if (!this.#unconfirmed.has(shared)) this.#unconfirmed.set(shared, now);
    const ready = offering.filter((candidate) => candidate.canTake(now));
    // One that failed last is tried again only when no other is left: it may take long to fail once more.
    const link = ready.find(({ isGood }) => isGood) ?? ready[0];
    const socket = link === undefined ? undefined : this.#socketOf(link, now);
    this.#placed.set(shared, socket);
    if (socket === undefined) this.#armRetry();
    else socket.add(shared);
  }

  #socketOf(link: UpstreamLink, now: number): UpstreamSocket | undefined {
    try {
      const socket = link.socketFor(now, this.#socketEvents);
      if (!this.#watches.has(socket)) {
        const { subscribe, unsubscribe } = this.#options.slotMethods;
        const watch = new SlotWatch(subscribe, unsubscribe);
        this.#watches.set(socket, watch);
        socket.add(watch);
      }
      return socket;
    } catch (error) {
      // An address that may not be connected to, or that is none.
      link.fail();
      this.#options.listener.onSocketEnded(this.#network.id, hostOf(link.upstream), String(error), 0);
      return undefined;
    }
  }

  #onSocketEnded(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void {
    const watch = this.#watches.get(socket);
    this.#watches.delete(socket);
    if (watch !== undefined && watch.slot > this.#newestSlot) this.#newestSlot = watch.slot;
    if (this.#hasClosed) return;
    const shared = entries.filter((entry) => entry instanceof SharedSubscription);
    this.#options.listener.onSocketEnded(this.#network.id, socket.host, reason, shared.length);
    const slot = this.#slotNow();
    for (const one of shared) {
      // One that no client has is kept only for as long as it costs nothing.
      if (one.isLive && one.subscribers.size === 0) {
        one.end();
        this.finished(one);
        continue;
      }
      one.onLost(slot);
      this.#place(one);
    }
  }

  /** Newest slot that any upstream told. */
  #slotNow(): number {
    for (const { slot } of this.#watches.values()) if (slot > this.#newestSlot) this.#newestSlot = slot;
    return this.#newestSlot;
  }

  /** Subscriptions without a socket are put on one as soon as an upstream may be tried again. */
  #armRetry(): void {
    if (this.#retryTimer !== undefined || this.#hasClosed) return;
    const first = Math.min(...this.#links.map(({ retryAt }) => retryAt));
    const waitMs = Math.max(1, Math.ceil(first - performance.now()));
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      for (const shared of this.#unconfirmed.keys()) {
        if (this.#placed.get(shared) === undefined) this.#place(shared);
      }
    }, waitMs);
  }

  #synthesise(shared: SharedSubscription, reason: string): void {
    this.#unconfirmed.delete(shared);
    if (shared.rule.synthesis === undefined) {
      const message = `${shared.method} is not offered by the upstreams of ${this.#network.id}, and what it tells cannot be fetched otherwise; ask a node that offers it.`;
      this.#refuse(shared, RpcError.of("methodNotFound", message));
      return;
    }
    this.#announce(shared, reason);
    this.#poller.add(shared);
    shared.goLive();
  }

  #announce(shared: SharedSubscription, reason: string): void {
    // By method alone: a reason is an upstream's text, which may differ each time.
    if (this.#announced.has(shared.method)) return;
    this.#announced.add(shared.method);
    this.#options.listener.onPolled(this.#network.id, shared.method, reason.slice(0, maxReasonLength));
  }

  #refuse(shared: SharedSubscription, error: RpcError): void {
    this.#drop(shared);
    this.#options.onGone(shared);
    shared.refuse(error);
  }

  #drop(shared: SharedSubscription): void {
    this.#placed.delete(shared);
    this.#unconfirmed.delete(shared);
    this.#unfilled.delete(shared);
    this.#unheard.delete(shared);
    this.#poller.remove(shared);
    this.#settling.remove(shared);
    if (this.#placed.size > 0 || this.#hasClosed) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#lingerTimer ??= setTimeout(() => {
      this.#lingerTimer = undefined;
      for (const link of this.#links)
        for (const socket of [...link.sockets]) socket.end("no subscription is left");
    }, this.#options.times.idleSocketMs).unref();
  }

  #keepHouse(): void {
    const now = performance.now();
    this.#slotNow();
    this.#bridge(now);
    this.#findStale(now);
    this.#findSilent(now);
    const unfilled = [...this.#unfilled];
    this.#unfilled.clear();
    for (const shared of unfilled) shared.fillGap();
  }

  /** Nobody waits for an upstream: what has had none for a while is polled until it has one. */
  #bridge(now: number): void {
    for (const [shared, since] of this.#unconfirmed) {
      if (now - since < this.#options.times.bridgeAfterMs || this.#poller.has(shared)) continue;
      if (shared.rule.synthesis !== undefined) {
        this.#announce(shared, "no upstream can be reached");
        this.#poller.add(shared);
        shared.goLive();
      } else if (!shared.isLive) {
        this.#placed.get(shared)?.remove(shared);
        this.#refuse(
          shared,
          RpcError.of("upstreamUnreachable", `No WebSocket upstream of ${this.#network.id} can be reached.`),
        );
      }
    }
  }

  /** Nodes of some versions confirm subscriptions of which they never send anything: clients would wait for ever. */
  #findSilent(now: number): void {
    for (const [shared, { since, slot }] of this.#unheard) {
      if (shared.hasReceived) this.#unheard.delete(shared);
      else if (now - since >= this.#options.times.silentAfterMs && this.#slotNow() >= slot + silentSlots) {
        this.#unheard.delete(shared);
        const socket = this.#placed.get(shared);
        if (socket === undefined) continue;
        this.#options.listener.onSilent(this.#network.id, shared.method, socket.host);
        socket.remove(shared);
        this.#linkOf(socket)?.lacking.add(shared.method);
        this.#place(shared);
      }
    }
  }

  #linkOf(socket: UpstreamSocket | undefined): UpstreamLink | undefined {
    return socket === undefined ? undefined : this.#links.find(({ sockets }) => sockets.has(socket));
  }

  /** Where slots stand still, the ledger may, too: only one that goes on elsewhere shows that the upstream fell behind. */
  #findStale(now: number): void {
    const { staleSlotsMs } = this.#options.times;
    const oldest = this.#newestSlot - maxRestartedSlots;
    const stale = [...this.#watches].filter(
      ([, { movedAt, slot }]) => now - movedAt > staleSlotsMs || (slot >= 0 && slot < oldest),
    );
    if (stale.length === 0 || this.#isComparing) return;
    this.#isComparing = true;
    this.reader
      .slot("processed")
      .then((slot) => {
        if (slot < this.#newestSlot - maxRestartedSlots) this.#forget();
        for (const [socket, watch] of stale) {
          // One that has sent no slot yet is held against what the ledger was when it was first looked at.
          if (watch.slot < 0) watch.slot = slot;
          if (slot > watch.slot + maxStaleSlotLag) socket.end(`its slots stopped at ${watch.slot}`);
          else watch.movedAt = performance.now();
        }
      })
      .catch((error: unknown) => {
        this.#options.listener.onFetchFailed(this.#network.id, "getSlot", error);
      })
      .finally(() => {
        this.#isComparing = false;
      });
  }

  #forget(): void {
    this.#newestSlot = -1;
    this.reader.forget();
    for (const shared of this.#placed.keys()) shared.forget();
  }
}

function areSame(some: readonly UpstreamUrl[], others: readonly UpstreamUrl[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ url, trusted }, index) => others[index]?.url === url && others[index]?.trusted === trusted)
  );
}

/** Never the whole address: it may hold a key. */
function hostOf({ url }: UpstreamUrl): string {
  return /^[^/]*\/\/(?:[^/@]*@)?([^/?#]*)/.exec(url)?.[1] ?? "";
}
