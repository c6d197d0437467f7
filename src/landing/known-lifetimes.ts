import { LRUCache } from "lru-cache";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { ownText } from "../text/own-text.ts";

/** Blockhashes that are remembered, of all networks: each is good for 150 blocks. */
const maxLifetimes = 5000;
/** A blockhash is at most this much older than the newest block when it is given away. */
const oldestBlocks = 100;
/** The newest block may be this much newer than is known. */
const newerBlocks = 8;

/** The last block heights of blockhashes, as told by the answers in which this gateway gave them away. */
export class KnownLifetimes {
  readonly #heights = new LRUCache<string, number>({ max: maxLifetimes });

  /** Remembers one. An answer that can't be true, by the height that the ledger has as far as is known, is not remembered. */
  learn(network: string, blockhash: string, lastValidBlockHeight: number, height: number | undefined): void {
    if (height !== undefined) {
      const newest = height + blockhashBlocks;
      if (lastValidBlockHeight > newest + newerBlocks || lastValidBlockHeight < newest - oldestBlocks) return;
    }
    this.#heights.set(`${network} ${ownText(blockhash)}`, lastValidBlockHeight);
  }

  /** The last height at which a blockhash is good; undefined if this gateway did not give it away. */
  get(network: string, blockhash: string): number | undefined {
    return this.#heights.get(`${network} ${blockhash}`);
  }
}
