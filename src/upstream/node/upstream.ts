import type { RouteProfile, UpstreamEntry } from "../../../generated/config.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import { matchesMethod, tierOf, type UpstreamUrl } from "../../networks/network.ts";
import { type UpstreamPurpose, UpstreamRules } from "../../networks/upstream-rules.ts";
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

/** For this long an upstream is not asked again for a method, or for processed state, that it said it lacks. */
const missingMethodMs = 10 * 60_000;
const maxMissingMethods = 500;

/** What probes found. `unchecked`: nothing yet. `unhealthy`: it says so, or has never answered. `foreign`: it has another ledger and is never asked. */
export type Health = "unchecked" | "healthy" | "behind" | "unhealthy" | "foreign";

interface UpstreamOptions extends Omit<HttpUpstreamOptions, "headers"> {
  readonly weight: number;
  readonly settings?: UpstreamEntry | undefined;
  readonly provider?: UpstreamUrl["provider"];
  readonly fixedResults?: UpstreamUrl["fixedResults"];
  /** Processes that share its limit of calls a second. */
  readonly processes: number;
  readonly breaker: UpstreamSettings["breaker"];
}

/** One upstream of a network: its connections and its health. Times are `performance.now()`. */
export class Upstream {
  readonly http: HttpUpstream;
  readonly weight: number;
  /** Lower ones go first. */
  readonly tier: number;
  /** What errors, logs and metrics name it by: its id, else host and port, with a number if a network has several there. */
  readonly name: string;
  /** Id of the provider whose host it is; undefined for one of no known provider. */
  readonly provider: string | undefined;
  /** What its provider demands of transactions, if it takes nothing else. It is not probed. */
  readonly route: RouteProfile | undefined;
  /** Its limits and what calls cost; undefined if nothing is configured. */
  readonly quota: UpstreamQuota | undefined;
  readonly breaker: CircuitBreaker;
  readonly score = new UpstreamScore();
  readonly history: UpstreamHistory;
  /** Results that the gateway gives in its place, as JSON text by method. */
  readonly fixedResults: ReadonlyMap<string, string> | undefined;
  health: Health = "unchecked";
  genesisHash: string | undefined = undefined;
  /** Its ledger must be checked again: it was down, and what came back may be another. */
  mustCheckGenesis: boolean;
  /** Its slots went back: its ledger was started again. */
  hasRestarted = false;
  slots = new UpstreamSlots();
  /** What it last answered when it was asked for its finalized slot. */
  finalizedSlot: number | undefined = undefined;
  lastSuccessAt = Number.NEGATIVE_INFINITY;
  /** Message of the newest fault. Of its address it names only the host. */
  lastFault: string | undefined = undefined;
  /** It refused a probe as one too many, and wants no other before. */
  probesPausedUntil = Number.NEGATIVE_INFINITY;
  /** Whether a fault ever counted against it. */
  hasFailed = false;
  /** By method: the name that it serves, if not the first of `upstreamNames`. */
  readonly servedNames = new Map<string, string>();
  /** By method: the names of parameters that it takes, by those that it refuses. */
  readonly servedParamNames = new Map<string, ReadonlyMap<string, string>>();
  readonly #methods: readonly string[];
  readonly #extraMethods: readonly string[];
  readonly #rules: UpstreamRules | undefined;
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
    this.#rules = settings === undefined ? undefined : new UpstreamRules(settings);
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

  /** Forgets what it showed of its ledger: the network has another one now. */
  forgetLedger(): void {
    this.slots = new UpstreamSlots();
    this.history.clear();
    this.finalizedSlot = undefined;
    this.hasRestarted = false;
  }

  /** It answered a call; `ms` as for its score. Returns whether that closed its breaker. */
  recordSuccess(ms: number | undefined, now: number): boolean {
    this.lastSuccessAt = now;
    this.score.recordSuccess(ms);
    return this.breaker.recordSuccess();
  }

  /** Keeps the message of a fault that does not count against it. */
  recordError({ message }: RpcError): void {
    this.lastFault = message;
  }

  /** It failed. Returns whether that opened its breaker. */
  recordFailure(kind: "call" | "probe", error: RpcError, now: number, isConnectionRefused: boolean): boolean {
    this.recordError(error);
    this.hasFailed = true;
    this.score.recordFailure();
    const hasOpened = this.breaker.recordFailure(kind, now, isConnectionRefused);
    if (hasOpened) this.mustCheckGenesis = true;
    return hasOpened;
  }

  /** It gets too many calls: it is sent fewer, and none that others can take until this time; after a probe, no probe either. */
  recordRateLimit(kind: "call" | "probe", error: RpcError, now: number, until: number): void {
    this.recordError(error);
    this.score.recordFailure();
    if (kind === "call") this.breaker.endTrial();
    this.quota?.rate?.slowDown(now);
    // The answer to an older request may ask for less.
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (kind === "probe") this.probesPausedUntil = Math.max(this.probesPausedUntil, until);
  }

  /** Whether its settings and `unfit` allow a call of the method. */
  allows({
    upstreamMethod,
    use,
    unfitReasons,
  }: {
    readonly upstreamMethod: string;
    readonly use: UpstreamPurpose;
    readonly unfitReasons?: ReadonlyMap<string, string> | undefined;
  }): boolean {
    if (unfitReasons?.has(this.name) === true) return false;
    if (this.route === undefined) return this.#rules === undefined || this.#rules.allows(upstreamMethod, use);
    // A route also says what became of the bundles that it took.
    return (
      Object.hasOwn(this.route.methods, upstreamMethod) &&
      this.#rules?.allows(upstreamMethod, "sends") !== false
    );
  }

  /** Whether it answers reads, as far as its settings say. */
  get allowsReads(): boolean {
    return this.route === undefined && this.#rules?.allows("", "reads") !== false;
  }

  costOf(method: string): number {
    return this.quota?.costOf(method) ?? 1;
  }

  /** Whether a call of a method must wait, or go elsewhere, to stay within its limits. */
  isLimited(method: string, now: number): boolean {
    return this.quota !== undefined && this.quota.waitMs(method, now) > 0;
  }

  /** Whether there is room for a probe in its limits, as far as they are known. */
  hasProbeRoom(now: number): boolean {
    return now >= this.probesPausedUntil && this.quota?.rate?.hasProbeRoom(now) !== false;
  }

  /** Whether its calls go to others that can take them: it gets too many. */
  isPaused(now: number): boolean {
    return now < this.#pausedUntil;
  }

  /** Whether it serves a method that only these providers have, as far as its provider is known; undefined: all have it. */
  isKnownToServe(method: string, providers: readonly string[] | undefined): boolean {
    if (providers === undefined) return true;
    if (this.provider !== undefined && providers.includes(this.provider)) return true;
    if (this.route !== undefined) return Object.hasOwn(this.route.methods, method);
    if (this.#extraMethods.length > 0 && matchesMethod(this.#extraMethods, method)) return true;
    return this.#rules?.allowsByName(method) === true;
  }

  recordMissingMethod(method: string, now: number): void {
    if (this.#missingMethods.size >= maxMissingMethods) this.#missingMethods.clear();
    this.#missingMethods.set(detachText(method), now + missingMethodMs);
  }

  /** Whether it lacks a method: by its provider's data, or because it lately said so. */
  lacksMethod(method: string, now: number): boolean {
    if (this.#methods.length > 0 && !matchesMethod(this.#methods, method)) return true;
    return now < (this.#missingMethods.get(method) ?? now);
  }

  /** It refused a read because it knows no processed state. */
  recordNoProcessed(now: number): void {
    this.#noProcessedUntil = now + missingMethodMs;
  }

  /** Whether it lately said that it knows no state at this commitment. */
  lacksCommitment(commitment: Commitment, now: number): boolean {
    return commitment === "processed" && now < this.#noProcessedUntil;
  }
}
