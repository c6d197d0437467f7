import { lookup as dnsLookup } from "node:dns";
import { isPublicAddress, isPublicHost, type Resolve } from "./public-address.ts";
import { parsedUrl } from "./urls.ts";

/** Longest URL that a caller may set, in characters. */
export const maxUrlLength = 2048;
const resolveTimeoutMs = 1000;

/**
 * Describes the fault of a URL from a caller, as text after the parameter's name; undefined for a public https URL. Resolving the host
 * only reports mistakes early: the protection is the check at each connection.
 */
export async function urlFault(
  url: string,
  resolve: Resolve = dnsLookup as Resolve,
): Promise<string | undefined> {
  const fault = textFault(url);
  if (fault !== undefined) return fault;
  const { hostname } = new URL(url);
  if (!isPublicHost(hostname))
    return "must name a public host: loopback, private and link-local ones are refused";
  const privateAddress = (await resolveAddresses(hostname, resolve)).find(
    (address) => !isPublicAddress(address),
  );
  return privateAddress === undefined
    ? undefined
    : "must name a public host: this one resolves to an address that is not public";
}

function textFault(url: string): string | undefined {
  if (url.length > maxUrlLength) return `must be at most ${maxUrlLength} characters long`;
  // The URL parser silently drops white space and control characters, so the stored URL would differ from the one used.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const parsed = /[\u0000-\u0020\u007f\\]/.test(url) ? undefined : parsedUrl(url);
  if (parsed === undefined) return "must be an https URL such as https://rpc.example.com";
  const { protocol, hash } = parsed;
  if (protocol !== "https:") return "must be an https URL such as https://rpc.example.com";
  return hash === "" ? undefined : "must not have a fragment";
}

/** Resolves a host's addresses; none on failure, which may be temporary. */
function resolveAddresses(hostname: string, resolve: Resolve): Promise<string[]> {
  return new Promise((done) => {
    const timer = setTimeout(() => done([]), resolveTimeoutMs);
    resolve(hostname.replace(/^\[|\]$/g, ""), { all: true }, (error, addresses) => {
      clearTimeout(timer);
      done(error === null ? addresses.map(({ address }) => address) : []);
    });
  });
}
