import { RawJson } from "../../src/json/raw-json.ts";
import type { NetworkAccess, SendTarget, SendTargets } from "../../src/landing/landing-loop.ts";
import type { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import type { Witness } from "../../src/landing/witnesses.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { decodeBase58 } from "../../src/text/base58.ts";
import type { HandDrivenTime } from "../hand-driven-time.ts";
import { hashOf } from "../transaction/made-transactions.ts";

/** Blocks for which a blockhash is good. */
const validBlocks = 150;
/** How long an attempt that gets no answer takes to fail. */
const hangMs = 1000;
const distance = { confirmed: 2, finalized: 32 } as const;

/** Random numbers that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An upstream of the cluster, and what is wrong with it. */
export interface ScriptedUpstream {
  readonly name: string;
  /** Slots by which it is behind. */
  lag: number;
  readonly latencyMs: number;
  readonly lies: boolean;
  /** Slots from which to which it does not answer, and whether it hangs then instead of refusing. */
  readonly away: readonly { readonly from: number; readonly to: number; readonly hangs: boolean }[];
}

/** What truly became of a transaction. */
export interface Truth {
  readonly signature: string;
  readonly lifetime: string;
  /** Last block height at which it can land; undefined for a durable nonce. */
  readonly lastHeight: number | undefined;
  readonly nonceAccount: string | undefined;
  /** JSON text of its error when it lands. */
  readonly error: string | undefined;
  landedAt: number | undefined;
  /** Slots from which to which a fork holds it that will be dropped. */
  fork: { readonly from: number; readonly to: number } | undefined;
  sends: number;
}

/** What a ScriptedCluster is made of. */
interface ClusterOptions {
  readonly time: HandDrivenTime;
  readonly random: () => number;
  readonly slotMs: number;
  readonly upstreams: readonly ScriptedUpstream[];
  /** Share of sends that are lost on their way to a leader. */
  readonly loss: number;
  /** Share of slots that have no block. */
  readonly skipped?: number;
  /** Share of first landings that are on a fork which is dropped. */
  readonly forks?: number;
}

/** A ledger that moves with a hand-driven clock, and the upstreams that report it, some of them wrongly. */
export class ScriptedCluster implements NetworkAccess {
  readonly clock: { slotMs: number; pollMs: number };
  slot = 1000;
  readonly truths = new Map<string, Truth>();
  /** Calls of upstreams, by method. */
  readonly calls = new Map<string, number>();
  /** Values of nonces, by account, with the slot from which each holds. */
  readonly nonces = new Map<string, { readonly from: number; readonly value: string }[]>();
  readonly #options: ClusterOptions;
  /** Block heights by slot. */
  readonly #heights: number[] = [];

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.clock = { slotMs: options.slotMs, pollMs: options.slotMs };
    for (let slot = 0; slot <= this.slot; slot += 1) this.#heights.push(slot);
  }

  /** The block height of a slot. */
  heightAt(slot: number): number {
    return this.#heights[Math.max(0, Math.min(slot, this.slot))] ?? 0;
  }

  /** The height of the newest block. */
  get height(): number {
    return this.heightAt(this.slot);
  }

  /** The next slot begins. */
  nextSlot(): void {
    const { random, skipped = 0 } = this.#options;
    this.slot += 1;
    this.#heights.push((this.#heights.at(-1) ?? 0) + (random() < skipped ? 0 : 1));
  }

  /** The slot that an upstream has at a commitment. */
  slotOf({ lag }: ScriptedUpstream, commitment: "processed" | "finalized"): number {
    return this.slot - lag - (commitment === "finalized" ? distance.finalized : 0);
  }

  /** Slots for which an attempt hangs at most. */
  get hangSlots(): number {
    return Math.ceil((2 * hangMs) / this.clock.slotMs);
  }

  isAway({ away }: ScriptedUpstream, slot = this.slot): boolean {
    return away.some(({ from, to }) => slot >= from && slot < to);
  }

  /** The upstreams that tell the truth. */
  get honest(): readonly ScriptedUpstream[] {
    return this.#options.upstreams.filter(({ lies }) => !lies);
  }

  witnesses(): readonly Witness[] {
    return this.#options.upstreams.map((upstream) => ({
      name: upstream.name,
      ask: (method, params) => this.#answer(upstream, method, params),
    }));
  }

  targets({ signature }: Pick<TrackedTransaction, "signature">): SendTargets {
    const targets = this.#options.upstreams.map(
      (upstream): SendTarget => ({
        name: upstream.name,
        send: async () => {
          const truth = this.truths.get(signature);
          if (truth !== undefined) truth.sends += 1;
          await this.#reach(upstream);
          if (truth !== undefined && this.#options.random() >= this.#options.loss) this.#land(truth);
        },
      }),
    );
    return { targets, unfitReasons: undefined };
  }

  /** Whether a transaction could land in the next block. */
  canLand(truth: Truth): boolean {
    if (truth.lastHeight !== undefined) return this.height < truth.lastHeight;
    return this.#nonceAt(truth.nonceAccount ?? "", this.slot) === truth.lifetime;
  }

  /** Moves a nonce on. */
  moveNonce(account: string, value: string): void {
    const values = this.nonces.get(account) ?? [];
    values.push({ from: this.slot + 1, value });
    this.nonces.set(account, values);
  }

  #land(truth: Truth): void {
    const { random, forks = 0 } = this.#options;
    const isOnFork = truth.fork !== undefined && this.slot < truth.fork.to;
    if (truth.landedAt !== undefined || isOnFork || !this.canLand(truth)) return;
    if (truth.fork === undefined && random() < forks) {
      truth.fork = {
        from: this.slot + 1,
        to: this.slot + 1 + distance.confirmed + Math.floor(random() * 12),
      };
      return;
    }
    truth.landedAt = this.slot + 1;
    if (truth.nonceAccount !== undefined) this.moveNonce(truth.nonceAccount, hashOf(this.slot));
  }

  async #reach(upstream: ScriptedUpstream): Promise<void> {
    const { time, random } = this.#options;
    const absence = upstream.away.find(({ from, to }) => this.slot >= from && this.slot < to);
    if (absence?.hangs === true) await time.pause(hangMs);
    else await time.pause(upstream.latencyMs * (0.5 + random()));
    if (absence !== undefined) throw RpcError.of("upstreamUnreachable", `${upstream.name} is away.`);
  }

  async #answer(upstream: ScriptedUpstream, method: string, params: string): Promise<RawJson> {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
    await this.#reach(upstream);
    const [first, second] = JSON.parse(params) as [never, { readonly commitment?: string } | undefined];
    const answers: Readonly<Record<string, () => unknown>> = {
      getSignatureStatuses: () => this.#statuses(upstream, first, second),
      getEpochInfo: () => this.#epoch(upstream, first),
      isBlockhashValid: () => this.#validity(upstream, first),
      getAccountInfo: () => this.#nonce(upstream, first),
    };
    return RawJson.fromText(JSON.stringify(answers[method]?.()));
  }

  #statuses(upstream: ScriptedUpstream, signatures: readonly string[], config: object | undefined): unknown {
    const slot = this.slotOf(upstream, "processed");
    const oldest = JSON.stringify(config).includes("true") ? 0 : slot - 300;
    const value = signatures.map((signature) => {
      if (upstream.lies) return this.#lie(slot);
      const truth = this.truths.get(signature);
      const at = [truth?.landedAt, truth?.fork?.from].find((included) => {
        if (included === undefined || included > slot || included < oldest) return false;
        return included === truth?.landedAt || slot < (truth?.fork?.to ?? 0);
      });
      if (at === undefined) return null;
      const isFinal = at === truth?.landedAt && at <= slot - distance.finalized;
      const status = isFinal ? "finalized" : at <= slot - distance.confirmed ? "confirmed" : "processed";
      const err: unknown = truth?.error === undefined ? null : JSON.parse(truth.error);
      return { slot: at, confirmations: isFinal ? null : slot - at, err, confirmationStatus: status };
    });
    return { context: { slot: upstream.lies ? this.#liedNumber(slot) : slot }, value };
  }

  #lie(slot: number): unknown {
    const { random } = this.#options;
    if (random() < 0.5) return null;
    const err = random() < 0.5 ? null : { InstructionError: [0, "Custom"] };
    return {
      slot: slot - Math.floor(random() * 50),
      confirmations: null,
      err,
      confirmationStatus: "finalized",
    };
  }

  #liedNumber(number: number): number {
    const { random } = this.#options;
    return Math.max(0, number + Math.floor((random() - 0.5) * 2 * (random() < 0.5 ? 300 : 1e9)));
  }

  #epoch(
    upstream: ScriptedUpstream,
    { commitment }: { readonly commitment: "processed" | "finalized" },
  ): unknown {
    const slot = this.slotOf(upstream, commitment);
    const height = this.heightAt(slot);
    if (!upstream.lies) return { absoluteSlot: slot, blockHeight: height };
    return { absoluteSlot: this.#liedNumber(slot), blockHeight: this.#liedNumber(height) };
  }

  #validity(upstream: ScriptedUpstream, blockhash: string): unknown {
    const slot = this.slotOf(upstream, "finalized");
    if (upstream.lies)
      return { context: { slot: this.#liedNumber(slot) }, value: this.#options.random() < 0.5 };
    const lastHeight =
      [...this.truths.values()].find(({ lifetime }) => lifetime === blockhash)?.lastHeight ?? 0;
    const height = this.heightAt(slot);
    return { context: { slot }, value: height <= lastHeight && height >= lastHeight - validBlocks };
  }

  #nonce(upstream: ScriptedUpstream, account: string): unknown {
    const slot = this.slotOf(upstream, "finalized");
    const value = this.#nonceAt(account, slot);
    const bytes = Buffer.alloc(32, upstream.lies ? Math.floor(this.#options.random() * 255) : 0);
    if (!upstream.lies) decodeBase58(value).copy(bytes);
    return {
      context: { slot: upstream.lies ? this.#liedNumber(slot) : slot },
      value: { data: [bytes.toString("base64"), "base64"] },
    };
  }

  #nonceAt(account: string, slot: number): string {
    return this.nonces.get(account)?.findLast(({ from }) => from <= slot)?.value ?? "";
  }
}
