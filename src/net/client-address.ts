import { isIP, isIPv4 } from "node:net";
import { groupsOf } from "./public-address.ts";

/** Longer texts are not addresses: an IPv6 address with zone, brackets and port is shorter. */
const maxLength = 100;

/**
 * The canonical form of an address; undefined if the text is not one. A port, brackets and a zone are removed, an IPv6 address
 * has all eight groups, and an IPv4 address in IPv6 form becomes the IPv4 address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const bare = withoutPort(text.trim());
  if (isIPv4(bare)) return bare;
  const groups = groupsOf(bare.split("%", 1)[0] ?? "");
  if (groups === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  return groups.map((group) => group.toString(16)).join(":");
}

/** The client of an address: an IPv6 client has a whole /64 of addresses, which count as one. */
export function clientOf(address: string): string {
  if (!address.includes(":")) return address;
  const canonical = canonicalAddress(address) ?? address;
  if (!canonical.includes(":")) return canonical;
  return `${canonical.split(":", 4).join(":")}::/64`;
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const canonical = canonicalAddress(address);
  return canonical === "0:0:0:0:0:0:0:1" || canonical?.startsWith("127.") === true;
}

/** Whether a bind address can be reached only from this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || (isIP(bare) !== 0 && isLoopbackAddress(bare));
}

/** The address in `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
