import { BlockList, isIPv4 } from "node:net";
import { canonicalAddress } from "../net/client-address.ts";
import { lackingRight } from "./rights.ts";

/** From where a key may be used. */
export interface PlacesConfig {
  readonly origins: readonly string[] | undefined;
  readonly referrers: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
}

/** Where a request comes from. */
export interface RequestPlace {
  readonly address: string | undefined;
  readonly origin: string | undefined;
  readonly referrer: string | undefined;
}

/** Checks from where a key is used; undefined if it may be used from everywhere. */
export class CallerPlaces {
  readonly #origins: ReadonlySet<string> | undefined;
  readonly #referrers: readonly string[] | undefined;
  readonly #clients: BlockList | undefined;

  constructor({ origins, referrers, clients }: PlacesConfig) {
    this.#origins = origins && new Set(origins.map((origin) => origin.toLowerCase()));
    this.#referrers = referrers?.map((referrer) => referrer.toLowerCase());
    this.#clients = clients && blockList(clients);
  }

  /** Whether web pages may use the key: everyone who opens such a page has it. */
  get isForPages(): boolean {
    return this.#origins !== undefined || this.#referrers !== undefined;
  }

  /** Whether the key may be used from a place. */
  includes(place: RequestPlace): boolean {
    try {
      this.assertFrom(place);
      return true;
    } catch {
      // It says which right is lacking, for those who ask.
      return false;
    }
  }

  /** Throws `forbidden` for a place from where the key may not be used. */
  assertFrom({ address, origin, referrer }: RequestPlace): void {
    if (this.#clients !== undefined && !contains(this.#clients, address))
      throw lackingRight("This client address may not use the key", "clients");
    if (!this.isForPages) return;
    if (origin !== undefined) {
      if (this.#origins?.has(origin.toLowerCase()) !== true)
        throw lackingRight("Pages of this origin may not use the key", "origins");
    } else if (!this.#isReferrer(referrer?.toLowerCase())) {
      throw lackingRight(
        "Only web pages may use the key",
        this.#origins === undefined ? "referrers" : "origins",
      );
    }
  }

  /** The whole origin, or a beginning that ends where the origin does or later. */
  #isReferrer(referrer: string | undefined): boolean {
    if (referrer === undefined) return false;
    return (this.#referrers ?? []).some((allowed) => {
      const prefix = /^[^:]+:\/\/[^/]+$/.test(allowed) ? `${allowed}/` : allowed;
      return referrer === allowed || referrer.startsWith(prefix);
    });
  }
}

/** The blocks as a list. Throws a RangeError or TypeError for one that is none. */
export function blockList(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", prefix] = block.split("/");
    const address = canonicalAddress(network);
    if (address === undefined) throw new RangeError(`${network} is not an address`);
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family);
  }
  return list;
}

function contains(list: BlockList, address: string | undefined): boolean {
  const canonical = address === undefined ? undefined : canonicalAddress(address);
  return canonical !== undefined && list.check(canonical, isIPv4(canonical) ? "ipv4" : "ipv6");
}
