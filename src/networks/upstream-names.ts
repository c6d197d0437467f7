import { hideSecrets } from "../log/redact.ts";
import type { UpstreamAddress } from "./network.ts";

/**
 * Names an upstream, to show and cordon it: its configured id, else its host; the second one at a host is `HOST#2`, and so on. Adds the
 * name to `names`, those of the network's other upstreams.
 */
export function nameUpstream({ url, settings }: UpstreamAddress, names: Set<string>): string {
  const host = hideSecrets(new URL(url).host);
  let name = settings?.id ?? host;
  for (let number = 2; settings?.id === undefined && names.has(name); number += 1) name = `${host}#${number}`;
  names.add(name);
  return name;
}

/** The names of a network's upstreams. */
export function upstreamNames(urls: readonly UpstreamAddress[]): readonly string[] {
  const names = new Set<string>();
  return urls.map((url) => nameUpstream(url, names));
}
