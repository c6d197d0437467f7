import type { ContextList } from "../json/cut-context-list.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { Carrier, Leaving, Load } from "../upstream/merging/carrier.ts";
import type { LiveAccounts } from "./live-accounts.ts";
import type { LiveGroup } from "./live-group.ts";

/** Passes accounts in the answers of merged calls on to the live accounts, which they verify. */
export class LiveCarrier implements Carrier {
  readonly #carrier: Carrier;
  readonly #accounts: LiveAccounts;

  constructor(carrier: Carrier, accounts: LiveAccounts) {
    this.#carrier = carrier;
    this.#accounts = accounts;
  }

  carries(network: Network, now: number): boolean {
    return this.#carrier.carries(network, now);
  }

  configs(network: Network, method: string): readonly string[] {
    return this.#carrier.configs(network, method);
  }

  isLarge(network: Network, method: string, config: string, items: readonly string[]): boolean {
    return this.#carrier.isLarge(network, method, config, items);
  }

  load(leaving: Leaving, now: number): Load | undefined {
    const group = this.#accounts.shownBy(leaving.network.id, leaving.config);
    if (group === undefined) return this.#carrier.load(leaving, now);
    // What live accounts answer is not counted, and reads that carry them spare them reads of their own.
    const load = this.#carrier.load({ ...leaving, hasUncounted: true }, now);
    return load && new LiveLoad(load, this.#accounts, group);
  }
}

class LiveLoad implements Load {
  readonly items: readonly string[];
  readonly carried: number;
  readonly #load: Load;
  readonly #accounts: LiveAccounts;
  readonly #group: LiveGroup;

  constructor(load: Load, accounts: LiveAccounts, group: LiveGroup) {
    this.items = load.items;
    this.carried = load.carried;
    this.#load = load;
    this.#accounts = accounts;
    this.#group = group;
  }

  isCurrent(now: number): boolean {
    return this.#load.isCurrent(now);
  }

  placeOf(item: string): number | undefined {
    return this.#load.placeOf(item);
  }

  keep(result: RawJson, list: ContextList): void {
    this.#load.keep(result, list);
    this.#accounts.takePassing(this.#group, list, this.items);
  }

  drop(): void {
    this.#load.drop();
  }

  blame(now: number): void {
    this.#load.blame(now);
  }
}
