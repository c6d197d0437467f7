import type { NodeReleases } from "./contract.ts";

/** A sentence about the releases of the node in which something exists; undefined for all releases. */
export function nodeReleasesText({ since, until }: NodeReleases): string | undefined {
  if (since !== undefined && until !== undefined) return `Nodes from ${since} on, before ${until}.`;
  if (since !== undefined) return `Nodes from ${since} on.`;
  return until === undefined ? undefined : `Nodes before ${until}.`;
}
