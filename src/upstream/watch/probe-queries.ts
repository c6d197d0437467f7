import { Cancellation } from "../../call/cancellation.ts";
import { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { leadingContextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-raw.ts";
import { stringIn } from "../../json/cut-text.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { EpochSpan } from "../../ledger-clock/ledger-clock.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../attempt/attempt.ts";
import { isLedgerAnswer, isNodeUnhealthy } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";

/** Most values of an answer: that to getEpochInfo has eight. */
const maxValues = 100;
/** Longer texts are not hashes: 32 bytes take up to 44 digits in base58. */
const maxHashBytes = 100;
/** Longest answer with a context that is read: a blockhash with its height takes 200 bytes. */
const maxContextBytes = 1000;

/** What an upstream says about a blockhash. */
export interface HashReport {
  readonly slot: number;
  readonly isValid: boolean;
}

/** Asks an upstream about itself. Answers and failures count for its score and breaker, but less than those of calls. */
export class ProbeQuestions {
  readonly #network: Network;
  readonly #send: SendAttempt;
  readonly #timeoutMs: number;
  readonly #cancellation = new Cancellation();

  constructor(network: Network, send: SendAttempt, timeoutMs: number) {
    this.#network = network;
    this.#send = send;
    this.#timeoutMs = timeoutMs;
  }

  stop(): void {
    this.#cancellation.cancel();
  }

  async genesisHash(upstream: Upstream): Promise<string> {
    return valueOrThrow(hashIn(await this.#ask(upstream, "getGenesisHash", "[]")), upstream);
  }

  async slot(upstream: Upstream, commitment: Commitment): Promise<number> {
    const answer = await this.#ask(upstream, "getSlot", `[{"commitment":"${commitment}"}]`);
    return valueOrThrow(wholeNumber(answer), upstream);
  }

  /** The upstream's newest confirmed blockhash, and the slot from which it answered. */
  async latestBlockhash(upstream: Upstream): Promise<{ readonly hash: string; readonly slot: number }> {
    const answer = await this.#ask(upstream, "getLatestBlockhash", '[{"commitment":"confirmed"}]');
    const hash = member(contextValue(answer, upstream), "blockhash");
    return {
      hash: valueOrThrow(hash && hashIn(hash), upstream),
      slot: valueOrThrow(leadingContextSlot(answer), upstream),
    };
  }

  /** Whether an upstream knows a confirmed blockhash, and the slot from which it answered. */
  async blockhashValidity(upstream: Upstream, hash: string): Promise<HashReport> {
    const params = `[${JSON.stringify(hash)},{"commitment":"confirmed"}]`;
    const answer = await this.#ask(upstream, "isBlockhashValid", params);
    const isValid = contextValue(answer, upstream).toString() === "true";
    return { slot: valueOrThrow(leadingContextSlot(answer), upstream), isValid };
  }

  /** The oldest slot that an upstream has; undefined if it does not say. */
  async firstBlock(upstream: Upstream): Promise<number | undefined> {
    try {
      return wholeNumber(await this.#ask(upstream, "getFirstAvailableBlock", "[]"));
    } catch (caught) {
      if (isLedgerAnswer(RpcError.from(caught))) return undefined;
      throw caught;
    }
  }

  /** False when the upstream says that it is behind; true when it says that it keeps up, or does not serve the question. */
  async isHealthy(upstream: Upstream): Promise<boolean> {
    try {
      await this.#ask(upstream, "getHealth", "[]");
      return true;
    } catch (caught) {
      const error = RpcError.from(caught);
      // Any other error of the ledger comes from an upstream that works: some providers do not serve getHealth.
      if (isLedgerAnswer(error)) return !isNodeUnhealthy(error);
      throw error;
    }
  }

  async epochSpan(upstream: Upstream): Promise<EpochSpan> {
    const answer = await this.#ask(upstream, "getEpochInfo", '[{"commitment":"finalized"}]');
    const readNumber = (name: string) => wholeNumber(member(answer, name));
    const slot = valueOrThrow(readNumber("absoluteSlot"), upstream);
    const height = readNumber("blockHeight");
    if (height !== undefined) upstream.slots.pace.recordHeight(slot, height);
    const firstSlot = slot - valueOrThrow(readNumber("slotIndex"), upstream);
    return {
      epoch: valueOrThrow(readNumber("epoch"), upstream),
      firstSlot,
      endSlot: firstSlot + valueOrThrow(readNumber("slotsInEpoch"), upstream),
    };
  }

  #ask(upstream: Upstream, upstreamMethod: string, params: string): Promise<RawJson> {
    const call = new UpstreamCall({
      network: this.#network,
      method: undefined,
      upstreamMethod,
      params,
      cancellation: this.#cancellation,
      deadline: performance.now() + this.#timeoutMs,
      maxValues,
      notes: {},
    });
    return this.#send(new Attempt(call, upstream));
  }
}

function hashIn(answer: RawJson): string | undefined {
  return answer.byteLength > maxHashBytes ? undefined : stringIn(answer.toString());
}

function contextValue(answer: RawJson, upstream: Upstream): RawJson {
  return valueOrThrow(answer.byteLength > maxContextBytes ? undefined : member(answer, "value"), upstream);
}

/** Returns the value, or throws the fault of an upstream whose answer lacks it. */
function valueOrThrow<Value>(value: Value | undefined, { name }: Upstream): Value {
  if (value !== undefined) return value;
  throw RpcError.of("upstreamInvalid", `Upstream ${name} answered a probe with a value of the wrong form.`, {
    data: { phase: "body", upstream: name },
  });
}
