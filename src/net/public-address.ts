import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup as dnsLookup } from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";

/** IPv4 ranges that are not public (IANA special-purpose registry), and 168.63.129.16, which Azure uses internally. */
const refused4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** IPv6 ranges inside 2000::/3 that are not public. All addresses outside 2000::/3 are refused. */
const refused6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
] as const;

const blocked = new BlockList();
for (const [address, prefix] of refused4) blocked.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of refused6) blocked.addSubnet(address, prefix, "ipv6");

/** Names that are local by convention, even if they resolve to a public address. */
const localName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Thrown instead of connecting to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";
  readonly code = "ERR_PRIVATE_ADDRESS";
}

/**
 * True for a public IP address: not loopback, private, link-local (cloud metadata), shared, multicast, reserved or for documentation.
 * An IPv6 address that embeds an IPv4 address (mapped, NAT64, 6to4) is public if that one is.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !blocked.check(ip, "ipv4");
  const [address = ""] = ip.split("%", 1);
  const groups = parseGroups(address);
  if (groups === undefined) return false;
  const embedded = embeddedIPv4(groups);
  if (embedded !== undefined) return isPublicAddress(embedded);
  const [first = 0] = groups;
  return first >> 13 === 1 && !blocked.check(address, "ipv6");
}

/** True if the host of a URL may be public: a public address, or a name that is not local by convention. */
export function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes(".") && !localName.test(bare.toLowerCase());
}

/** Returns the error for a private host. Complements `guardedLookup`, which is not called for literal addresses. */
export function privateHostError(host: string): PrivateAddressError | undefined {
  return isPublicHost(host) ? undefined : new PrivateAddressError(`${host} is not a public host`);
}

/** `dns.lookup`, or a replacement in tests. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates a `lookup` for net, tls, undici and ws that refuses a name if any of its addresses is private. Sockets connect to the
 * returned address, so a name can't pass a check and then resolve to a private address.
 */
export function createGuardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const refuse = (reason: string) => callback(new PrivateAddressError(`${hostname} ${reason}`), "", 0);
    if (!isPublicHost(hostname)) return refuse("is not a public host");
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "", 0);
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      if (refused !== undefined) return refuse(`resolves to ${refused.address}, which is not public`);
      const [first] = addresses;
      if (first === undefined) return refuse("resolves to no address");
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** The guarded lookup with the system's resolver. */
export const guardedLookup: LookupFunction = createGuardedLookup(dnsLookup as Resolve);

/** Parses the eight groups of an IPv6 address; undefined for other text. */
export function parseGroups(address: string): number[] | undefined {
  if (isIP(address) !== 6) return undefined;
  // The URL parser normalizes it: no embedded dots, and at most one `::`.
  const [left = "", right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const front = left === "" ? [] : left.split(":");
  const back = right === undefined || right === "" ? [] : right.split(":");
  const zeros = new Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address embedded in an IPv6 one: ::ffff:0:0/96, 64:ff9b::/96 or 2002::/16. */
function embeddedIPv4(groups: readonly number[]): string | undefined {
  const [g0, g1, g2, g3, g4, g5, g6 = 0, g7 = 0] = groups;
  const middleIsZero = g2 === 0 && g3 === 0 && g4 === 0;
  const mapped = g0 === 0 && g1 === 0 && middleIsZero && g5 === 0xffff;
  const nat64 = g0 === 0x64 && g1 === 0xff9b && middleIsZero && g5 === 0;
  if (mapped || nat64) return dottedQuad(g6, g7);
  return g0 === 0x2002 ? dottedQuad(g1 ?? 0, g2 ?? 0) : undefined;
}

/** Formats an IPv4 address from its two 16-bit halves. */
export function dottedQuad(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
