import { LRUCache } from "lru-cache";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { ownText } from "../text/own-text.ts";

/** Blockhashes that are remembered, of all networks: each is good for 150 blocks. */
const maxLifetimes = 5000;
/** A blockhash is at most this much older than the newest block when it is given away. */
const oldestBlocks = 100;
/** The newest block may be this much newer than is known. */
const newerBlocks = 8;

/** What the answer that gave a blockhash away said of it. */
export interface KnownLifetime {
  readonly lastValidBlockHeight: number;
  /** The slot of the answer: upstreams that have reached it know the blockhash. */
  readonly slot: number;
}

/** The blockhashes that this gateway gave away, with what those answers said of them. */
export class KnownLifetimes {
  readonly #known = new LRUCache<string, KnownLifetime>({ max: maxLifetimes });

  /** Remembers one. An answer that can't be true, by the height that the ledger has as far as is known, is not remembered. */
  learn(
    network: string,
    blockhash: string,
    { lastValidBlockHeight, slot }: KnownLifetime,
    height: number | undefined,
  ): void {
    if (height !== undefined) {
      const newest = height + blockhashBlocks;
      if (lastValidBlockHeight > newest + newerBlocks || lastValidBlockHeight < newest - oldestBlocks) return;
    }
    this.#known.set(`${network} ${ownText(blockhash)}`, { lastValidBlockHeight, slot });
  }

  /** What is known of a blockhash; undefined if this gateway did not give it away. */
  get(network: string, blockhash: string): KnownLifetime | undefined {
    return this.#known.get(`${network} ${blockhash}`);
  }
}
