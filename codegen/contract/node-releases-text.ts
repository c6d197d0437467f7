import type { NodeReleases } from "./contract.ts";

/** A sentence that says in which releases of the node something exists; undefined for all of them. */
export function nodeReleasesText({ since, until }: NodeReleases): string | undefined {
  if (since !== undefined && until !== undefined) return `Nodes from ${since} on, before ${until}.`;
  if (since !== undefined) return `Nodes from ${since} on.`;
  return until === undefined ? undefined : `Nodes before ${until}.`;
}
