import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import { isBase58OfLength } from "../text/base58.ts";
import { detachText } from "../text/detached-text.ts";
import { readAtSlot, toObject, toWholeNumber, UnexpectedResponseError } from "./witness-questions.ts";

/** Capacity over all networks; a blockhash is valid for 150 blocks. */
const maxBlockhashes = 5000;
/** A blockhash that is older than this in an answer is implausible. */
const maxAgeBlocks = 100;
/** A blockhash that is further ahead of the known head is implausible. */
const maxAheadBlocks = 8;

interface IssuedBlockhash {
  readonly lastValidBlockHeight: number;
  /** Slot of the answer with the blockhash: upstreams that have reached it know the blockhash. */
  readonly slot: number;
}

/** Remembers the blockhashes in answers to clients, with their last valid block heights. */
export class IssuedBlockhashes {
  readonly #issued = new LRUCache<string, IssuedBlockhash>({ max: maxBlockhashes });

  /** Records the blockhash of an answer unless the known block height contradicts it. */
  learn(network: string, answer: RawJson, height: number | undefined): void {
    try {
      const { slot, value } = readAtSlot(answer);
      const { blockhash, lastValidBlockHeight: last } = toObject(value);
      const lastValidBlockHeight = toWholeNumber(last);
      if (typeof blockhash !== "string" || !isBase58OfLength(blockhash, 32)) return;
      const age = height === undefined ? 0 : height + blockhashBlocks - lastValidBlockHeight;
      if (age > maxAgeBlocks || age < -maxAheadBlocks) return;
      this.#issued.set(`${network} ${detachText(blockhash)}`, { lastValidBlockHeight, slot });
    } catch (caught) {
      // The client still gets the answer; the last height of an unknown blockhash is estimated.
      if (!(caught instanceof UnexpectedResponseError)) throw caught;
    }
  }

  /** Finds a blockhash; undefined if no answer of this gateway contained it. */
  get(network: string, blockhash: string): IssuedBlockhash | undefined {
    return this.#issued.get(`${network} ${blockhash}`);
  }
}
