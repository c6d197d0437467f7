import type { Generations } from "./contract.ts";

/** In which releases of the node something exists, as a sentence; undefined when in all of them. */
export function generationText({ since, until }: Generations): string | undefined {
  if (since !== undefined && until !== undefined) return `Nodes from ${since} on, before ${until}.`;
  if (since !== undefined) return `Nodes from ${since} on.`;
  return until === undefined ? undefined : `Nodes before ${until}.`;
}
