import { isIP, isIPv4 } from "node:net";
import { dottedQuad, parseGroups } from "./public-address.ts";

/** More than the length of an IPv6 address with zone, brackets and port. */
const maxLength = 100;

/**
 * Canonicalizes an IP address; undefined for other text. Removes port, brackets and zone, expands IPv6 addresses to eight groups, and
 * converts IPv4-mapped ones to IPv4.
 */
export function canonicalAddress(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const bare = withoutPort(text.trim());
  if (isIPv4(bare)) return bare;
  const groups = parseGroups(bare.split("%", 1)[0] ?? "");
  if (groups === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return dottedQuad(high, low);
  return groups.map((group) => group.toString(16)).join(":");
}

/** The address by which a client is limited, or "". For IPv6 it is the /64 network, all of which one client may own. */
export function clientBlock(address = ""): string {
  if (!address.includes(":")) return address;
  const canonical = canonicalAddress(address) ?? address;
  if (!canonical.includes(":")) return canonical;
  return `${canonical.split(":", 4).join(":")}::/64`;
}

/** True for 127.0.0.0/8 and ::1. */
export function isLoopbackAddress(address: string): boolean {
  const canonical = canonicalAddress(address);
  return canonical === "0:0:0:0:0:0:0:1" || canonical?.startsWith("127.") === true;
}

/** True if a listener at this host is reachable only from this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || (isIP(bare) !== 0 && isLoopbackAddress(bare));
}

/** Extracts the address from `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
