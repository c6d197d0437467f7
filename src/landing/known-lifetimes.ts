import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import { ownText } from "../text/own-text.ts";
import { lifetimeIn, UnusableAnswer } from "./questions.ts";

/** Blockhashes that are remembered, of all networks: each is valid for 150 blocks. */
const maxLifetimes = 5000;
/** A blockhash is at most this much older than the newest block when an answer gives it. */
const oldestBlocks = 100;
/** The newest block may be this much newer than is known. */
const newerBlocks = 8;

/** What the answer that gave a blockhash said of it. */
interface KnownLifetime {
  readonly lastValidBlockHeight: number;
  /** The slot of the answer: upstreams that have reached it know the blockhash. */
  readonly slot: number;
}

/** The blockhashes that this gateway's answers gave to clients. */
export class KnownLifetimes {
  readonly #known = new LRUCache<string, KnownLifetime>({ max: maxLifetimes });

  /** Remembers the blockhash of an answer, unless it can't be true by the block height that is known of the ledger. */
  learn(network: string, answer: RawJson, height: number | undefined): void {
    try {
      const found = lifetimeIn(answer);
      if (found === undefined) return;
      const { blockhash, lastValidBlockHeight, slot } = found;
      const age = height === undefined ? 0 : height + blockhashBlocks - lastValidBlockHeight;
      if (age > oldestBlocks || age < -newerBlocks) return;
      this.#known.set(`${network} ${ownText(blockhash)}`, { lastValidBlockHeight, slot });
    } catch (caught) {
      // The client gets the answer as it is; without its blockhash, fates are found by other means.
      if (!(caught instanceof UnusableAnswer || caught instanceof SyntaxError)) throw caught;
    }
  }

  /** What is known of a blockhash; undefined if it did not come from this gateway. */
  get(network: string, blockhash: string): KnownLifetime | undefined {
    return this.#known.get(`${network} ${blockhash}`);
  }
}
