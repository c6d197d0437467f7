import type { Commitment } from "../../contract/method-description.ts";
import { providerNames } from "../../contract/provider-table.ts";
import { contextSlot } from "../../json/context-slot.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network, UpstreamUrl } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/truncate.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { Refusal } from "../upstream/read-upstream-frame.ts";
import { areParamsRefused, isMethodUnsupported } from "../upstream/refusals.ts";
import { type LinkOptions, UpstreamLink } from "../upstream/upstream-link.ts";
import type { SocketEntry, SocketEvents, UpstreamSocket } from "../upstream/upstream-socket.ts";
import type { FeedListener } from "./feed-listener.ts";
import { LookupLoop } from "./lookup-loop.ts";
import { NetworkPoller } from "./network-poller.ts";
import { type SharedOwner, SharedSubscription } from "./shared-subscription.ts";
import { SilenceCheck } from "./silence-check.ts";
import { SlotProgress } from "./slot-progress.ts";
import type { SubscriptionTimes } from "./subscription-times.ts";

/** Longest reason of an upstream in the log. */
const maxReasonLength = 200;

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
  /** A notification showed a slot. */
  readonly onSlot: (network: string, commitment: Commitment, slot: number) => void;
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
  readonly #lookups: LookupLoop;
  /** Every subscription, with the socket it is on. */
  readonly #placed = new Map<SharedSubscription, UpstreamSocket | undefined>();
  /** Those that no upstream has confirmed yet, and since when they wait. */
  readonly #unconfirmed = new Map<SharedSubscription, number>();
  /** Those that come all the time, since an upstream confirmed them, until it is known whether it does. */
  readonly #unheard: SilenceCheck;
  /** Those whose gap could not be filled. */
  readonly #unfilled = new Set<SharedSubscription>();
  readonly #progress: SlotProgress;
  /** Who declined those that no upstream has confirmed: none is asked twice, whatever a link forgets. */
  readonly #declined = new Map<SharedSubscription, Set<UpstreamLink>>();
  /** Methods whose polling was announced: methods of the document alone, since no other is polled. */
  readonly #announced = new Set<string>();
  readonly #socketEvents: SocketEvents;
  #links: UpstreamLink[];
  #network: Network;
  #timer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#network = options.network;
    this.reader = options.reader;
    this.reader.onRestarted = () => this.#forget();
    this.#links = this.#linksOf(options.network);
    const onFailure = (shared: SharedSubscription, error: unknown) => this.fetchFailed(shared, error);
    this.#poller = new NetworkPoller({ intervalMs: options.pollIntervalMs, onFailure });
    this.#lookups = new LookupLoop(options.times.lookupAfterMs, onFailure);
    this.#unheard = new SilenceCheck(options.times.silentAfterMs);
    this.#progress = new SlotProgress({
      reader: options.reader,
      staleSlotsMs: options.times.staleSlotsMs,
      slotMethods: options.slotMethods,
      onRestarted: () => this.#forget(),
      onFailed: (error) => options.listener.onFetchFailed(this.#network.id, "getSlot", error),
    });
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
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    this.#timer ??= setInterval(() => this.#check(), this.#checkIntervalMs);
    this.#place(shared);
  }

  /** The last subscriber has left. */
  remove(shared: SharedSubscription): void {
    this.#placed.get(shared)?.remove(shared);
    this.#drop(shared);
  }

  confirmed(shared: SharedSubscription): void {
    this.#unconfirmed.delete(shared);
    this.#declined.delete(shared);
    this.#poller.remove(shared);
    if (shared.kind.isLookedUp) this.#lookups.add(shared);
    if (shared.rule.steady) this.#unheard.add(shared, this.#progress.newest);
  }

  refused(shared: SharedSubscription, refusal: Refusal): void {
    const socket = this.#placed.get(shared);
    this.#placed.set(shared, undefined);
    const canPoll = shared.rule.polledAs !== undefined;
    if (isMethodUnsupported(refusal)) {
      this.#decline(shared, this.#linkOf(socket));
      this.#place(shared);
    } else if (!canPoll || (areParamsRefused(refusal) && !shared.isLive)) {
      this.#refuse(shared, RpcError.fromLedger(refusal.code, refusal.message, refusal.wire));
    } else {
      this.#poll(shared, refusal.message);
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

  published(shared: SharedSubscription, payload: RawJson): void {
    this.#options.listener.onPublished(this.#network.id, shared.subscribers.size);
    const slot = contextSlot(payload);
    if (slot !== undefined) this.#options.onSlot(this.#network.id, shared.commitment, slot);
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
    clearTimeout(this.#idleTimer);
    this.#poller.close();
    this.#lookups.close();
    this.reader.close();
    this.#placed.clear();
    this.#unconfirmed.clear();
    this.#declined.clear();
    for (const link of this.#links) link.end("the gateway stops");
  }

  get #checkIntervalMs(): number {
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
    const declined = this.#declined.get(shared);
    const offering = this.#links.filter((link) => link.offers(shared.method) && !declined?.has(link));
    if (offering.length === 0) {
      this.#placed.set(shared, undefined);
      this.#poll(shared, "no upstream offers it");
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

  #decline(shared: SharedSubscription, link: UpstreamLink | undefined): void {
    if (link === undefined) return;
    link.recordUnsupported(shared.method);
    const declined = this.#declined.get(shared);
    if (declined === undefined) this.#declined.set(shared, new Set([link]));
    else declined.add(link);
  }

  #socketOf(link: UpstreamLink, now: number): UpstreamSocket | undefined {
    try {
      const socket = link.socketFor(now, this.#socketEvents);
      this.#progress.watch(socket);
      return socket;
    } catch (error) {
      // An address that may not be connected to, or that is none.
      link.fail();
      this.#options.listener.onSocketEnded(this.#network.id, hostOf(link.upstream), String(error), 0);
      return undefined;
    }
  }

  #onSocketEnded(socket: UpstreamSocket, entries: readonly SocketEntry[], reason: string): void {
    this.#progress.unwatch(socket);
    if (this.#hasClosed) return;
    const shared = entries.filter((entry) => entry instanceof SharedSubscription);
    this.#options.listener.onSocketEnded(this.#network.id, socket.host, reason, shared.length);
    const slot = this.#progress.newest;
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

  #poll(shared: SharedSubscription, reason: string): void {
    this.#unconfirmed.delete(shared);
    this.#declined.delete(shared);
    if (shared.rule.polledAs === undefined) {
      const who = shared.providers === undefined ? "that offers it" : `of ${providerNames(shared.providers)}`;
      const message = `${shared.method} is not offered by the upstreams of ${this.#network.id}, and what it sends cannot be fetched otherwise; use an upstream ${who}.`;
      this.#refuse(shared, RpcError.of("methodNotFound", message));
      return;
    }
    this.#announce(shared, reason);
    this.#poller.add(shared);
    shared.markLive();
  }

  #announce(shared: SharedSubscription, reason: string): void {
    // By method alone: a reason is an upstream's text, which may differ each time.
    if (this.#announced.has(shared.method)) return;
    this.#announced.add(shared.method);
    this.#options.listener.onPolled(this.#network.id, shared.method, truncate(reason, maxReasonLength));
  }

  #refuse(shared: SharedSubscription, error: RpcError): void {
    this.#drop(shared);
    this.#options.onGone(shared);
    shared.refuse(error);
  }

  #drop(shared: SharedSubscription): void {
    this.#placed.delete(shared);
    this.#unconfirmed.delete(shared);
    this.#declined.delete(shared);
    this.#unfilled.delete(shared);
    this.#unheard.remove(shared);
    this.#poller.remove(shared);
    this.#lookups.remove(shared);
    if (this.#placed.size > 0 || this.#hasClosed) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined;
      for (const link of this.#links)
        for (const socket of [...link.sockets]) socket.end("no subscription is left");
    }, this.#options.times.idleSocketMs).unref();
  }

  #check(): void {
    const now = performance.now();
    this.#bridge(now);
    this.#progress.endStale(now);
    for (const shared of this.#unheard.takeSilent(now, this.#progress.newest)) this.#leaveSilent(shared);
    const unfilled = [...this.#unfilled];
    this.#unfilled.clear();
    for (const shared of unfilled) shared.fillGap();
  }

  /** No client waits for an upstream: what has had none for a while is polled until it has one. */
  #bridge(now: number): void {
    for (const [shared, since] of this.#unconfirmed) {
      if (now - since < this.#options.times.bridgeAfterMs || this.#poller.has(shared)) continue;
      if (shared.rule.polledAs !== undefined) {
        this.#announce(shared, "no upstream can be reached");
        this.#poller.add(shared);
        shared.markLive();
      } else if (!shared.isLive) {
        this.#placed.get(shared)?.remove(shared);
        this.#refuse(
          shared,
          RpcError.of("upstreamUnreachable", `No WebSocket upstream of ${this.#network.id} can be reached.`),
        );
      }
    }
  }

  /** Goes elsewhere with what an upstream confirmed and does not send. */
  #leaveSilent(shared: SharedSubscription): void {
    const socket = this.#placed.get(shared);
    if (socket === undefined) return;
    this.#options.listener.onSilent(this.#network.id, shared.method, socket.host);
    socket.remove(shared);
    this.#linkOf(socket)?.recordUnsupported(shared.method);
    this.#place(shared);
  }

  #linkOf(socket: UpstreamSocket | undefined): UpstreamLink | undefined {
    return socket === undefined ? undefined : this.#links.find(({ sockets }) => sockets.has(socket));
  }

  #forget(): void {
    this.#progress.forget();
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
