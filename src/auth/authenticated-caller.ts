import { BlockList, isIPv4 } from "node:net";
import type { KeyEntry } from "../../generated/config.ts";
import { canonicalAddress } from "../net/client-address.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { CallerMeter } from "./caller-meter.ts";
import { missingRightError, type Rights } from "./rights.ts";

/** A caller identified by a key or a token. */
export interface AuthenticatedCaller {
  /** Name in logs, metrics and usage. */
  readonly id: string;
  readonly kind: "key" | "token";
  readonly rights: Rights;
  readonly restrictions: KeyRestrictions | undefined;
  /** Shared by all secrets of a key. */
  readonly meter: CallerMeter;
  /** Expiry of its key or token, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Returns true if the issuer has withdrawn the key that signed its token; undefined for a key. */
  readonly isWithdrawn?: () => boolean;
  /** The audiences of its token; undefined for a key. */
  readonly audiences?: readonly string[];
  /** The SHA-256 of its key; undefined for a token. */
  readonly digest: string | undefined;
}

/** Where a key may be used; undefined means anywhere. */
type RestrictionsConfig = Pick<KeyEntry, "origins" | "referrers" | "clients">;

/** The address and headers that a key's restrictions apply to. */
export interface RequestSource {
  readonly address: string | undefined;
  readonly origin: string | undefined;
  readonly referrer: string | undefined;
}

/** Checks that a key is used from an allowed address and web page. */
export class KeyRestrictions {
  readonly #origins: ReadonlySet<string> | undefined;
  readonly #referrers: readonly string[] | undefined;
  readonly #clients: BlockList | undefined;

  constructor({ origins, referrers, clients }: RestrictionsConfig) {
    this.#origins = origins && new Set(origins.map((origin) => origin.toLowerCase()));
    this.#referrers = referrers?.map((referrer) => referrer.toLowerCase());
    this.#clients = clients && blockList(clients);
  }

  /** True if the key is for web pages, whose visitors can all read it. */
  get isForPages(): boolean {
    return this.#origins !== undefined || this.#referrers !== undefined;
  }

  /** Returns the error if a request from this source may not use the key. */
  errorFor({ address, origin, referrer }: RequestSource): RpcError | undefined {
    if (this.#clients !== undefined && !contains(this.#clients, address))
      return missingRightError("This client address may not use the key", "clients");
    if (!this.isForPages) return undefined;
    if (origin !== undefined)
      return this.#origins?.has(origin.toLowerCase()) === true
        ? undefined
        : missingRightError("Pages of this origin may not use the key", "origins");
    if (this.#isReferrer(referrer?.toLowerCase())) return undefined;
    const right = this.#origins === undefined ? "referrers" : "origins";
    return missingRightError("Only web pages may use the key", right);
  }

  /** True if a referrer begins with an allowed one; a bare origin must match the whole host name. */
  #isReferrer(referrer: string | undefined): boolean {
    if (referrer === undefined) return false;
    return (this.#referrers ?? []).some((allowed) => {
      const prefix = /^[^:]+:\/\/[^/]+$/.test(allowed) ? `${allowed}/` : allowed;
      return referrer === allowed || referrer.startsWith(prefix);
    });
  }
}

/** Builds a list of addresses and CIDR blocks. Throws a RangeError or TypeError for anything else. */
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
