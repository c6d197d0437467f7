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

/** Most JSON values in a response; that of getEpochInfo has eight. */
const maxValues = 100;
/** Maximum length of a hash; 32 bytes take up to 44 digits in base58. */
const maxHashBytes = 100;
/** Maximum length of a result with a context; a blockhash with its height takes 200 bytes. */
const maxContextBytes = 1000;

/** An upstream's response about a blockhash, and the slot from which it answered. */
export interface BlockhashReport {
  readonly slot: number;
  readonly isValid: boolean;
}

/** Queries upstreams about themselves. The outcomes affect score and breaker, but less than those of calls. */
export class ProbeQueries {
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
    const result = await this.#ask(upstream, "getSlot", `[{"commitment":"${commitment}"}]`);
    return valueOrThrow(wholeNumber(result), upstream);
  }

  /** The upstream's newest confirmed blockhash, and the slot from which it answered. */
  async latestBlockhash(upstream: Upstream): Promise<{ readonly hash: string; readonly slot: number }> {
    const result = await this.#ask(upstream, "getLatestBlockhash", '[{"commitment":"confirmed"}]');
    const hash = member(contextValue(result, upstream), "blockhash");
    return {
      hash: valueOrThrow(hash && hashIn(hash), upstream),
      slot: valueOrThrow(leadingContextSlot(result), upstream),
    };
  }

  /** Tells whether an upstream knows a confirmed blockhash, and at which slot it answered. */
  async blockhashValidity(upstream: Upstream, hash: string): Promise<BlockhashReport> {
    const params = `[${JSON.stringify(hash)},{"commitment":"confirmed"}]`;
    const result = await this.#ask(upstream, "isBlockhashValid", params);
    const isValid = contextValue(result, upstream).toString() === "true";
    return { slot: valueOrThrow(leadingContextSlot(result), upstream), isValid };
  }

  /** The oldest slot that an upstream has; undefined if it does not serve the method. */
  async firstBlock(upstream: Upstream): Promise<number | undefined> {
    try {
      return wholeNumber(await this.#ask(upstream, "getFirstAvailableBlock", "[]"));
    } catch (caught) {
      if (isLedgerAnswer(RpcError.from(caught))) return undefined;
      throw caught;
    }
  }

  /** False if the upstream reports that it lags; true if it reports that it is healthy, or does not serve getHealth. */
  async isHealthy(upstream: Upstream): Promise<boolean> {
    try {
      await this.#ask(upstream, "getHealth", "[]");
      return true;
    } catch (caught) {
      const error = RpcError.from(caught);
      // Any other ledger error comes from a working upstream, such as that of a provider without getHealth.
      if (isLedgerAnswer(error)) return !isNodeUnhealthy(error);
      throw error;
    }
  }

  async epochSpan(upstream: Upstream): Promise<EpochSpan> {
    const result = await this.#ask(upstream, "getEpochInfo", '[{"commitment":"finalized"}]');
    const readNumber = (name: string) => wholeNumber(member(result, name));
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

  #ask(upstream: Upstream, undocumentedMethod: string, params: string): Promise<RawJson> {
    const call = new UpstreamCall({
      network: this.#network,
      method: undefined,
      undocumentedMethod,
      params,
      cancellation: this.#cancellation,
      deadline: performance.now() + this.#timeoutMs,
      maxValues,
      notes: {},
    });
    return this.#send(new Attempt(call, upstream));
  }
}

function hashIn(result: RawJson): string | undefined {
  return result.byteLength > maxHashBytes ? undefined : stringIn(result.toString());
}

function contextValue(result: RawJson, upstream: Upstream): RawJson {
  return valueOrThrow(result.byteLength > maxContextBytes ? undefined : member(result, "value"), upstream);
}

/** Returns the value, or throws if the upstream's response lacks it. */
function valueOrThrow<Value>(value: Value | undefined, { name }: Upstream): Value {
  if (value !== undefined) return value;
  throw RpcError.of(
    "upstreamInvalid",
    `Upstream ${name} returned an unexpected value to a probe; check that its address is that of a node.`,
    {
      data: { phase: "body", upstream: name },
    },
  );
}
