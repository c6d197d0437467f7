import { Cancellation } from "../../call/cancellation.ts";
import { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import type { EpochSpan } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../attempt/attempt.ts";
import { nodeUnhealthyCode } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { SaidOfHash } from "./ahead-claim.ts";

/** Most values of an answer: that to getEpochInfo has eight. */
const maxValues = 100;
/** Longest text of 32 bytes in base 58, in quotes, and some room: a hash is kept for as long as its upstream. */
const maxHashBytes = 100;
/** Longest answer with a context that is read: a blockhash with its height takes 200 bytes. */
const maxContextBytes = 1000;

/** Asks an upstream about itself, the way clients' calls go: answers and failures count for its score and breaker. */
export class UpstreamProbe {
  readonly #network: Network;
  readonly #send: SendAttempt;
  readonly #timeoutMs: number;
  readonly #cancellation = new Cancellation();

  constructor(network: Network, send: SendAttempt, timeoutMs: number) {
    this.#network = network;
    this.#send = send;
    this.#timeoutMs = timeoutMs;
  }

  /** Cancels every probe that is still open. */
  stop(): void {
    this.#cancellation.cancel();
  }

  async genesisHash(upstream: Upstream): Promise<string> {
    return textOf(await this.#ask(upstream, "getGenesisHash", "[]"), upstream);
  }

  async slot(upstream: Upstream, commitment: Commitment): Promise<number> {
    const answer = await this.#ask(upstream, "getSlot", `[{"commitment":"${commitment}"}]`);
    return numberOf(answer.parse(), upstream);
  }

  /** Its newest confirmed blockhash, and the slot at which it says so. */
  async latestBlockhash(upstream: Upstream): Promise<{ readonly hash: string; readonly slot: number }> {
    const answer = await this.#ask(upstream, "getLatestBlockhash", '[{"commitment":"confirmed"}]');
    const hash = member(contextValue(answer, upstream), "blockhash");
    return { hash: textOf(hash ?? answer, upstream), slot: slotOf(answer, upstream) };
  }

  /** Whether it knows a confirmed blockhash, and the slot at which it says so. */
  async blockhashValidity(upstream: Upstream, hash: string): Promise<SaidOfHash> {
    const params = `[${JSON.stringify(hash)},{"commitment":"confirmed"}]`;
    const answer = await this.#ask(upstream, "isBlockhashValid", params);
    const isValid = contextValue(answer, upstream).toString() === "true";
    return { slot: slotOf(answer, upstream), isValid };
  }

  /** The oldest slot that it has; undefined when it does not say. */
  async firstBlock(upstream: Upstream): Promise<number | undefined> {
    try {
      return wholeNumber(await this.#ask(upstream, "getFirstAvailableBlock", "[]"));
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "ledger") return undefined;
      throw fault;
    }
  }

  /** False when the upstream says that it is behind; true when it says that it keeps up, or nothing. */
  async isWell(upstream: Upstream): Promise<boolean> {
    try {
      await this.#ask(upstream, "getHealth", "[]");
      return true;
    } catch (caught) {
      const fault = RpcError.from(caught);
      // Any other error of the ledger comes from an upstream that works: some providers do not serve getHealth at all.
      if (fault.kind === "ledger") return fault.code !== nodeUnhealthyCode;
      throw fault;
    }
  }

  async epochSpan(upstream: Upstream): Promise<EpochSpan> {
    const answer = await this.#ask(upstream, "getEpochInfo", '[{"commitment":"finalized"}]');
    const info = answer.parse() as {
      absoluteSlot?: unknown;
      slotIndex?: unknown;
      slotsInEpoch?: unknown;
      epoch?: unknown;
      blockHeight?: unknown;
    };
    const slot = numberOf(info.absoluteSlot, upstream);
    if (typeof info.blockHeight === "number") upstream.slots.pace.recordHeight(slot, info.blockHeight);
    const firstSlot = slot - numberOf(info.slotIndex, upstream);
    return {
      epoch: numberOf(info.epoch, upstream),
      firstSlot,
      endSlot: firstSlot + numberOf(info.slotsInEpoch, upstream),
    };
  }

  #ask(upstream: Upstream, upstreamMethod: string, params: string): Promise<RawJson> {
    const deadline = performance.now() + this.#timeoutMs;
    const call = new UpstreamCall({
      network: this.#network,
      method: undefined,
      upstreamMethod,
      params,
      cancellation: this.#cancellation,
      deadline,
      maxValues,
      notes: {},
    });
    return this.#send(new Attempt(call, upstream, upstreamMethod, deadline, undefined));
  }
}

function textOf(answer: RawJson, upstream: Upstream): string {
  const value = answer.byteLength > maxHashBytes ? undefined : answer.parse();
  if (typeof value === "string") return value;
  throw unusable(upstream);
}

/** The value of an answer with a context. */
function contextValue(answer: RawJson, upstream: Upstream): RawJson {
  const value = answer.byteLength > maxContextBytes ? undefined : member(answer, "value");
  if (value !== undefined) return value;
  throw unusable(upstream);
}

function slotOf(answer: RawJson, upstream: Upstream): number {
  const slot = contextSlot(answer);
  if (slot !== undefined) return slot;
  throw unusable(upstream);
}

function numberOf(value: unknown, upstream: Upstream): number {
  if (typeof value === "number") return value;
  throw unusable(upstream);
}

function unusable(upstream: Upstream): RpcError {
  return RpcError.of(
    "upstreamInvalid",
    `Upstream ${upstream.name} answered a question about itself with something else.`,
    {
      data: { phase: "body", upstream: upstream.name },
    },
  );
}
