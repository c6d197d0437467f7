import { LRUCache } from "lru-cache";
import type { LiveConfig } from "../../generated/config.ts";
import type { Send } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { contextSlot } from "../json/context-slot.ts";
import type { ContextList } from "../json/cut-context-list.ts";
import { member } from "../json/cut-members.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import { ownText } from "../text/own-text.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { AccountFeed, FollowAccount } from "./account-feed.ts";
import { ByteBudget } from "./byte-budget.ts";
import { ContextText } from "./context-text.ts";
import { type AccountRoom, type Finding, LiveAccount } from "./live-account.ts";
import { LiveGroup } from "./live-group.ts";
import type { LiveRead } from "./live-read.ts";
import { LiveReader } from "./live-reader.ts";
import { ReadCounts } from "./read-counts.ts";

/** No account may take more than this part of the memory. */
const shareOfOne = 64;
/** An account that no upstream has pushed for this long is no longer followed: the hub would begin to poll it. */
const maxAwayMs = 2000;
/** A network whose upstreams push no accounts is tried again after this time. */
const retryMs = 5000;
/** Accounts that can't be followed are remembered for this long. */
const refusedMs = 60_000;
const maxRefused = 10_000;
/** An account that is not verified in this many turns counts as unknown. */
const maxTurnsUnchecked = 3;
/** An account verified within this part of `live.verify_ms` is not compared with passing answers again. */
const passingShare = 0.1;

/** Events of live accounts, for metrics and the log. */
export interface LiveListener {
  /** A read showed a state that no notification had shown. */
  onCorrected(network: string): void;
  /** The notification never arrived. */
  onMissed(network: string, host: string): void;
  /** Accounts could not be read. */
  onReadFailed(network: string, fault: RpcError): void;
}

/** The followed accounts of one network. */
interface Followed {
  readonly set: UpstreamSet;
  readonly generation: number;
  readonly groups: Map<string, LiveGroup>;
  retryAt: number;
}

/** Accounts that are read often: followed by subscriptions, verified by reads, answered from memory. */
export class LiveAccounts {
  readonly #config: LiveConfig;
  readonly #listener: LiveListener;
  readonly #room: AccountRoom;
  readonly #counts: ReadCounts;
  readonly #followed = new Map<string, Followed>();
  /** Those that can't be followed, or take too much room. */
  readonly #refused = new LRUCache<string, true>({ max: maxRefused, ttl: refusedMs });
  #follow: FollowAccount | undefined;
  #reader: LiveReader | undefined;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  constructor(config: LiveConfig, listener: LiveListener) {
    this.#config = config;
    this.#listener = listener;
    this.#room = {
      budget: new ByteBudget(config.maxBytes),
      maxBytes: Math.ceil(config.maxBytes / shareOfOne),
    };
    this.#counts = new ReadCounts(config.withinMs, config.maxAccounts);
  }

  /** Accounts that are followed. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that they take. */
  get byteLength(): number {
    return this.#room.budget.taken;
  }

  /** Sets how accounts are followed; none is before that. */
  followWith(follow: FollowAccount): void {
    this.#follow = follow;
  }

  /** Sets how accounts are read. */
  readWith(send: Send, methods: Readonly<Record<string, MethodDescription>>, timeoutMs: number): void {
    this.#reader = new LiveReader({
      send,
      methods,
      timeoutMs,
      onFound: (group, account, finding) => this.#onFound(group, account, finding),
      onFailed: (group, fault) => this.#listener.onReadFailed(group.network.id, fault),
    });
  }

  /** The answer to a read, at or above `floor`; undefined if it must go upstream. Follows accounts that are read often. */
  find(set: UpstreamSet, read: LiveRead, floor: number, now: number): RawJson | undefined {
    const followed = this.#of(set);
    const group = this.#groupOf(followed, read);
    const found = group.find(read, floor, now);
    for (const address of read.addresses) {
      const account = group.accounts.get(address);
      if (account !== undefined) account.readAt = now;
      else if (this.#counts.record(address, group.salt, now) >= this.#config.afterReads)
        this.#join(followed, group, address, now);
    }
    return found;
  }

  /** The accounts that a merged call with a config may show; undefined if none is followed in that form. */
  shownBy(network: string, config: string): LiveGroup | undefined {
    const groups = this.#followed.get(network)?.groups;
    if (groups === undefined) return undefined;
    for (const group of groups.values()) if (group.config === config && group.accounts.size > 0) return group;
    return undefined;
  }

  /** Takes the states of accounts in the answer to a merged call. */
  takePassing(group: LiveGroup, list: ContextList, items: readonly string[]): void {
    const read = ContextText.read(list.context);
    if (read === undefined) return;
    const now = performance.now();
    const checkedBefore = now - this.#config.verifyMs * passingShare;
    for (const [place, address] of items.entries()) {
      const account = group.accounts.get(address);
      if (account === undefined || account.checkedAt > checkedBefore) continue;
      group.context = read.context;
      this.#onFound(group, account, account.takePassing(read.slot, list.item(place), now));
    }
  }

  /** Stops following accounts. */
  close(): void {
    this.#hasClosed = true;
    clearInterval(this.#timer);
    this.#reader?.close();
    for (const followed of this.#followed.values()) this.#leaveAll(followed);
    this.#followed.clear();
  }

  #of(set: UpstreamSet): Followed {
    const { id } = set.network;
    const known = this.#followed.get(id);
    if (known?.set === set && known.generation === set.generation) return known;
    // Another ledger is behind the network.
    if (known !== undefined) this.#leaveAll(known);
    const followed: Followed = {
      set,
      generation: set.generation,
      groups: new Map(),
      retryAt: Number.NEGATIVE_INFINITY,
    };
    this.#followed.set(id, followed);
    return followed;
  }

  #groupOf({ set, groups }: Followed, read: LiveRead): LiveGroup {
    const key = `${read.commitment} ${read.form}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = new LiveGroup(set.network, read, maxTurnsUnchecked * this.#config.verifyMs, groups.size);
      groups.set(key, group);
    }
    return group;
  }

  #join(followed: Followed, group: LiveGroup, address: string, now: number): void {
    const hasRoom = this.#size < this.#config.maxAccounts && now >= followed.retryAt && !this.#hasClosed;
    const { network, commitment, form, rule } = group;
    if (!hasRoom || this.#follow === undefined || network.wsUrls.length === 0) return;
    if (this.#refused.has(keyOf(group, address))) return;
    const account = new LiveAccount(ownText(address), this.#room, now);
    group.accounts.set(account.address, account);
    this.#size += 1;
    this.#timer ??= setInterval(() => this.#reviewAll(performance.now()), this.#tickMs);
    this.#follow(
      { network, subscribe: rule.subscribe, address: account.address, commitment, encoding: form },
      (state) => onState(account, state),
    ).then(
      (feed) => this.#onFollowed(followed, group, account, feed),
      () => {
        // The subscription's own log says why; reads go upstream meanwhile.
        this.#refuse(group, account);
      },
    );
  }

  #onFollowed(followed: Followed, group: LiveGroup, account: LiveAccount, feed: AccountFeed): void {
    if (group.accounts.get(account.address) !== account) {
      feed.leave();
      return;
    }
    account.feed = feed;
    if (feed.isPushed) return;
    // Polling costs more than it saves.
    followed.retryAt = performance.now() + retryMs;
    this.#leave(group, account);
  }

  get #tickMs(): number {
    return Math.min(Math.max(this.#config.verifyMs / 10, 20), 500);
  }

  /** Goes through all accounts: drops those that are idle or not pushed, and reads the others when it is time. */
  #reviewAll(now: number): void {
    for (const followed of this.#followed.values()) {
      for (const group of followed.groups.values()) {
        const due: LiveAccount[] = [];
        for (const account of group.accounts.values()) {
          this.#reviewMissed(followed, account, now);
          if (this.#mustLeave(followed, account, now)) this.#leave(group, account);
          else if (this.#isDue(account, now)) due.push(account);
        }
        this.#read(group, due);
      }
    }
    if (this.#size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #mustLeave(followed: Followed, account: LiveAccount, now: number): boolean {
    if (now - account.readAt > this.#config.idleMs) return true;
    if (account.feed === undefined || account.feed.isPushed) {
      account.awaySince = undefined;
      return false;
    }
    account.awaySince ??= now;
    if (now - account.awaySince < maxAwayMs) return false;
    followed.retryAt = now + retryMs;
    return true;
  }

  #isDue(account: LiveAccount, now: number): boolean {
    if (account.feed === undefined) return false;
    const isTime = account.isUnknown || now - account.checkedAt >= this.#config.verifyMs - this.#tickMs;
    return isTime && account.prepareRead();
  }

  #read(group: LiveGroup, accounts: readonly LiveAccount[]): void {
    if (accounts.length === 0 || group.isReading || this.#reader === undefined) return;
    group.isReading = true;
    this.#reader
      .read(group, accounts)
      .catch((fault: RpcError) => this.#listener.onReadFailed(group.network.id, fault))
      .finally(() => {
        group.isReading = false;
      });
  }

  #reviewMissed(followed: Followed, account: LiveAccount, now: number): void {
    const missed = account.takeMissed(now, this.#config.verifyMs - this.#tickMs);
    if (missed === undefined) return;
    if (!missed.isCounted) this.#listener.onCorrected(followed.set.network.id);
    this.#recordMissed(followed, account);
  }

  #recordMissed({ set }: Followed, account: LiveAccount): void {
    const host = account.feed?.recordMissed();
    if (host === undefined) return;
    const hostname = hostnameOf(host);
    const upstream =
      set.upstreams.find(({ name }) => name === host) ??
      set.upstreams.find(({ name }) => hostnameOf(name) === hostname);
    upstream?.score.fail();
    this.#listener.onMissed(set.network.id, host);
  }

  #onFound(group: LiveGroup, account: LiveAccount, finding: Finding | RpcError): void {
    if (finding === "agrees" || group.accounts.get(account.address) !== account) return;
    if (finding === "differs") this.#listener.onCorrected(group.network.id);
    else this.#refuse(group, account);
  }

  #refuse(group: LiveGroup, account: LiveAccount): void {
    this.#refused.set(keyOf(group, account.address), true);
    this.#leave(group, account);
  }

  #leave(group: LiveGroup, account: LiveAccount): void {
    if (group.accounts.get(account.address) !== account) return;
    group.accounts.delete(account.address);
    this.#size -= 1;
    account.end();
  }

  #leaveAll({ groups }: Followed): void {
    for (const group of groups.values())
      for (const account of group.accounts.values()) this.#leave(group, account);
  }
}

function onState(account: LiveAccount, state: RawJson): void {
  const slot = contextSlot(state);
  const value = member(state, "value");
  if (slot === undefined || value === undefined) account.doubt();
  else account.takeNotification(slot, value.toByteText());
}

function keyOf({ network, commitment, form }: LiveGroup, address: string): string {
  return `${network.id} ${commitment} ${form} ${address}`;
}

/** The host name in `host:port`, or in the name of an upstream without an id. */
function hostnameOf(host: string): string {
  return host.replace(/[:#][\d:#]*$/, "");
}
