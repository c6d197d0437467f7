import type { Network } from "../networks/network.ts";
import type { Carrier, Leaving, Load } from "../upstream/merging/carrier.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** Adds frequently read items to merged reads, but only on networks whose head is followed: without it, nothing shows when an item expires. */
export class HeadCarrier implements Carrier {
  readonly #heads: NetworkHeads;

  constructor(heads: NetworkHeads) {
    this.#heads = heads;
  }

  carries({ id, type }: Network, now: number): boolean {
    return type !== "localnet" && this.#heads.get(id)?.isFollowed(now) === true;
  }

  configs({ id }: Network, method: string): readonly string[] {
    return this.#heads.get(id)?.items.configs(method) ?? [];
  }

  isLarge({ id }: Network, method: string, config: string, items: readonly string[]): boolean {
    return this.#heads.get(id)?.items.isLarge(method, config, items) === true;
  }

  load(leaving: Leaving, now: number): Load | undefined {
    const { network } = leaving;
    return this.carries(network, now) ? this.#heads.get(network.id)?.items.load(leaving, now) : undefined;
  }
}
