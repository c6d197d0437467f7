import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import { isBase58OfLength } from "../text/base58.ts";
import { detachText } from "../text/detached-text.ts";
import { readAtSlot, toObject, toWholeNumber, UnexpectedAnswerError } from "./witness-questions.ts";

/** Most blockhashes to remember, over all networks: each is valid for 150 blocks. */
const maxBlockhashes = 5000;
/** Most blocks that a blockhash may be old when an answer gives it; an older one is not believed. */
const maxAgeBlocks = 100;
/** Most blocks that it may be newer than the known head. */
const maxAheadBlocks = 8;

interface IssuedBlockhash {
  readonly lastValidBlockHeight: number;
  /** The slot of the answer with the blockhash: upstreams that have reached it know the blockhash. */
  readonly slot: number;
}

/** The blockhashes in answers to clients, with their last valid block heights. */
export class IssuedBlockhashes {
  readonly #issued = new LRUCache<string, IssuedBlockhash>({ max: maxBlockhashes });

  /** Remembers the blockhash of an answer, unless the ledger's known block height contradicts it. */
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
      // The client gets the answer in any case; an unknown blockhash's last height is estimated.
      if (!(caught instanceof UnexpectedAnswerError)) throw caught;
    }
  }

  /** What an answer said of a blockhash; undefined if no answer of this gateway had it. */
  get(network: string, blockhash: string): IssuedBlockhash | undefined {
    return this.#issued.get(`${network} ${blockhash}`);
  }
}
