import type { RouteProfile, UpstreamEntry } from "../../../generated/config.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import {
  isAllowed,
  matchesMethod,
  tierOf,
  type UpstreamAddress,
  type UpstreamPurpose,
} from "../../networks/network.ts";
import { providerOfHost } from "../../providers/provider-names.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { detachText } from "../../text/detached-text.ts";
import { HttpUpstream, type HttpUpstreamOptions } from "../http/http-upstream.ts";
import { UpstreamQuota } from "../quota/upstream-quota.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { UpstreamHistory } from "./upstream-history.ts";
import { UpstreamScore } from "./upstream-score.ts";
import type { UpstreamSettings } from "./upstream-settings.ts";
import { UpstreamSlots } from "./upstream-slots.ts";

/** How long an upstream is assumed to lack a method, or processed state, after it said so. */
const missingMethodMs = 10 * 60_000;
const maxMissingMethods = 500;

/** Result of the probes. `unhealthy`: reported by the upstream, or it never answered. `foreign`: on another ledger, so never called. */
export type Health = "unchecked" | "healthy" | "behind" | "unhealthy" | "foreign";

/** What a call uses an upstream for. */
export interface UpstreamUse {
  /** The method's primary name on the wire; an upstream may serve it under another. */
  readonly upstreamMethod: string;
  readonly purpose: UpstreamPurpose;
  /** Reasons why upstreams would refuse the call, by upstream name. */
  readonly unfitReasons?: ReadonlyMap<string, string> | undefined;
}

interface UpstreamOptions extends Omit<HttpUpstreamOptions, "headers"> {
  readonly weight: number;
  readonly settings?: UpstreamEntry | undefined;
  readonly provider?: UpstreamAddress["provider"];
  readonly fixedResults?: UpstreamAddress["fixedResults"];
  /** Number of processes that share its rate limit. */
  readonly processes: number;
  readonly breaker: UpstreamSettings["breaker"];
}

/** One upstream of a network, with its connections and state. Times are `performance.now()`. */
export class Upstream {
  readonly http: HttpUpstream;
  readonly weight: number;
  /** Lower tiers are preferred. */
  readonly tier: number;
  /** Name in errors, logs and metrics: the id, else host and port, numbered if a network has several there. */
  readonly name: string;
  /** Id of the provider, if it is known. */
  readonly provider: string | undefined;
  /** The provider's demands on transactions, if the upstream takes nothing else. A route is not probed. */
  readonly route: RouteProfile | undefined;
  /** Limits and costs of calls; undefined if nothing is configured. */
  readonly quota: UpstreamQuota | undefined;
  readonly breaker: CircuitBreaker;
  readonly score = new UpstreamScore();
  readonly history: UpstreamHistory;
  /** Results that the gateway returns itself, as JSON text by method. */
  readonly fixedResults: ReadonlyMap<string, string> | undefined;
  health: Health = "unchecked";
  genesisHash: string | undefined = undefined;
  /** The genesis hash must be checked (again), because an upstream that was down may return with another ledger. */
  mustCheckGenesis: boolean;
  /** Its finalized slot went back far enough to show a restarted ledger. */
  hasRestarted = false;
  slots = new UpstreamSlots();
  /** Finalized slot from the most recent probe. */
  finalizedSlot: number | undefined = undefined;
  lastSuccessAt = Number.NEGATIVE_INFINITY;
  /** Message of the newest error. It contains the host of the address at most. */
  lastError: string | undefined = undefined;
  /** Set when a probe was rate limited. */
  probesPausedUntil = Number.NEGATIVE_INFINITY;
  /** True if an error ever counted against it. */
  hasFailed = false;
  /** By method: the name that the upstream serves, if not the first of `upstreamNames`. */
  readonly servedNames = new Map<string, string>();
  /** By method: accepted parameter names by refused ones. */
  readonly servedParamNames = new Map<string, ReadonlyMap<string, string>>();
  readonly #methods: readonly string[];
  readonly #extraMethods: readonly string[];
  readonly #settings: UpstreamEntry | undefined;
  readonly #missingMethods = new Map<string, number>();
  #noProcessedUntil = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: UpstreamOptions) {
    const { settings } = options;
    const { hostname } = new URL(options.url);
    this.name = options.name;
    this.route = options.provider?.route;
    this.mustCheckGenesis = this.route === undefined;
    this.http = new HttpUpstream({
      ...options,
      headers: settings?.headers ?? {},
      paths: this.route?.methods,
    });
    this.weight = options.weight;
    this.fixedResults = options.fixedResults && new Map(Object.entries(options.fixedResults));
    this.tier = tierOf({ settings });
    this.history = new UpstreamHistory(settings?.history);
    this.quota = settings === undefined ? undefined : new UpstreamQuota(settings, options.processes);
    this.#settings = settings;
    this.provider = options.provider?.id ?? providerOfHost(hostname);
    this.#methods = options.provider?.methods ?? [];
    this.#extraMethods = options.provider?.extraMethods ?? [];
    this.breaker = new CircuitBreaker(options.breaker);
  }

  recordHealth(health: Health): void {
    this.health = health;
  }

  recordGenesis(genesisHash: string | undefined): void {
    this.genesisHash = genesisHash;
    this.mustCheckGenesis = false;
  }

  recordFinalized(slot: number): void {
    if (slot < (this.finalizedSlot ?? slot) - impossibleJump) this.hasRestarted = true;
    this.finalizedSlot = slot;
  }

  /** Drops all state of the ledger, because the network has another one now. */
  forgetLedger(): void {
    this.slots = new UpstreamSlots();
    this.history.clear();
    this.finalizedSlot = undefined;
    this.hasRestarted = false;
  }

  /** Records an answered call (`ms` as for the score); returns whether that closed the breaker. */
  recordSuccess(ms: number | undefined, now: number): boolean {
    this.lastSuccessAt = now;
    this.score.recordSuccess(ms);
    return this.breaker.recordSuccess();
  }

  /** Records an error that does not count against the upstream. */
  recordError({ message }: RpcError): void {
    this.lastError = message;
  }

  /** Records a failure; returns whether that opened the breaker. */
  recordFailure(kind: "call" | "probe", error: RpcError, now: number, isConnectionRefused: boolean): boolean {
    this.recordError(error);
    this.hasFailed = true;
    this.score.recordFailure();
    const hasOpened = this.breaker.recordFailure(kind, now, isConnectionRefused);
    if (hasOpened) this.mustCheckGenesis = true;
    return hasOpened;
  }

  /** Records a rate limit: slows down and prefers other upstreams until `until`. If a probe was limited, stops probing until then. */
  recordRateLimit(kind: "call" | "probe", error: RpcError, now: number, until: number): void {
    this.recordError(error);
    this.score.recordFailure();
    if (kind === "call") this.breaker.endTrial();
    this.quota?.rate?.slowDown(now);
    // The response to an older request may name an earlier time.
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (kind === "probe") this.probesPausedUntil = Math.max(this.probesPausedUntil, until);
  }

  /** Returns true if its settings and `unfitReasons` allow the call. */
  allows({ upstreamMethod, purpose, unfitReasons }: UpstreamUse): boolean {
    if (unfitReasons?.has(this.name) === true) return false;
    if (this.route === undefined) return isAllowed(this.#settings, upstreamMethod, purpose);
    // A route also serves the status of its bundles.
    return (
      Object.hasOwn(this.route.methods, upstreamMethod) && isAllowed(this.#settings, upstreamMethod, "sends")
    );
  }

  /** True if its settings allow reads. */
  get allowsReads(): boolean {
    return this.route === undefined && isAllowed(this.#settings, "", "reads");
  }

  costOf(method: string): number {
    return this.quota?.costOf(method) ?? 1;
  }

  /** Returns true if a call of the method would exceed its quota now. */
  isLimited(method: string, now: number): boolean {
    return this.quota !== undefined && this.quota.waitMs(method, now) > 0;
  }

  /** Returns true if its rate limit leaves room for a probe. */
  hasProbeRoom(now: number): boolean {
    return now >= this.probesPausedUntil && this.quota?.rate?.hasProbeRoom(now) !== false;
  }

  /** Returns true if it is rate limiting, so that other upstreams are preferred. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** Returns true if it is known to serve a method that only these providers have; undefined: every provider has it. */
  isKnownToServe(method: string, providers: readonly string[] | undefined): boolean {
    if (providers === undefined) return true;
    if (this.provider !== undefined && providers.includes(this.provider)) return true;
    if (this.route !== undefined) return Object.hasOwn(this.route.methods, method);
    if (this.#extraMethods.length > 0 && matchesMethod(this.#extraMethods, method)) return true;
    return matchesMethod(this.#settings?.methods.allow ?? [], method);
  }

  recordMissingMethod(method: string, now: number): void {
    if (this.#missingMethods.size >= maxMissingMethods) this.#missingMethods.clear();
    this.#missingMethods.set(detachText(method), now + missingMethodMs);
  }

  /** Returns true if it lacks a method, by its provider's data or its own recent response. */
  lacksMethod(method: string, now: number): boolean {
    if (this.#methods.length > 0 && !matchesMethod(this.#methods, method)) return true;
    return now < (this.#missingMethods.get(method) ?? now);
  }

  /** Records that the upstream serves no processed state. */
  recordNoProcessed(now: number): void {
    this.#noProcessedUntil = now + missingMethodMs;
  }

  /** Returns true if it recently reported that it lacks this commitment. */
  lacksCommitment(commitment: Commitment, now: number): boolean {
    return commitment === "processed" && now < this.#noProcessedUntil;
  }
}
