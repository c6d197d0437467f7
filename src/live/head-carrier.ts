import type { Network } from "../networks/network.ts";
import type { Carrier, Leaving, Load } from "../upstream/merging/carrier.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** Adds frequently read items to merged reads, only on networks whose head is followed: without a head, nothing says when an item expires. */
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

  load({ network, method, rule, config, places }: Leaving, now: number): Load | undefined {
    if (!this.carries(network, now)) return undefined;
    return this.#heads.get(network.id)?.items.get(method.name, config)?.load(places, rule.max, now);
  }
}
