import type { Network } from "../networks/network.ts";
import type { Carrier, Leaving, Load } from "../upstream/merging/carrier.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** Carries what is read often on the networks whose head is followed: elsewhere no one knows until when it is true. */
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
