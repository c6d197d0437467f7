import type { Upstreams } from "../upstream/upstreams.ts";

/** The upstream layer of a gateway that answers from examples: no node is asked, and every network counts as healthy. */
export function mockUpstreams(): Upstreams {
  return {
    send: () => Promise.reject(new Error("a gateway that answers from examples asked a node")),
    status: () => [],
    check: async ({ id }) => ({
      network: id,
      healthy: true,
      slot: undefined,
      finalizedSlot: undefined,
      epoch: undefined,
      genesisHash: undefined,
      latencyMs: undefined,
      upstreams: [],
    }),
    close: async () => undefined,
  };
}
