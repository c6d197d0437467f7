import type { SubscriptionTimes } from "../../src/subscriptions/feed/feed-options.ts";
import { SocketGateway } from "../transports/websocket/harness.ts";
import { SocketUpstream } from "./socket-upstream.ts";

/** Short enough that no test waits: reconnects soon, polls often, keeps no subscription without a client. */
export const shortTimes: Partial<SubscriptionTimes> = {
  pollMs: 50,
  reconnect: { firstMs: 1, longestMs: 20 },
  lingerMs: 0,
  pollAfterMs: 60_000,
  staleSlotsMs: 60_000,
  lookupAfterMs: 60_000,
  recordStateAfterMs: 0,
};

/** Addresses by number. */
export const addresses = [
  "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri",
  "CM78CPUeXjn8o3yroDHxUtKsZZgoy4GPkPPXfouKNH12",
  "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA",
] as const;

export const signature =
  "5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv";

/** An account as nodes write it. */
export function account(lamports: number): string {
  return `{"data":["","base64"],"executable":false,"lamports":${lamports},"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}`;
}

/** Upstreams with sockets behind a gateway, closed after each test. */
export function useSocketUpstreams(): {
  start(options?: {
    readonly upstreams?: number;
    readonly websocket?: object;
    readonly server?: object;
    readonly times?: Partial<SubscriptionTimes>;
    readonly allowMethods?: readonly string[];
    /** Prepares the upstreams before the gateway connects. */
    readonly prepare?: (upstreams: readonly SocketUpstream[]) => void;
  }): Promise<{ gateway: SocketGateway; upstream: SocketUpstream; upstreams: readonly SocketUpstream[] }>;
} {
  let upstreams: SocketUpstream[] = [];
  let gateway: SocketGateway | undefined;
  afterEach(async () => {
    await gateway?.close();
    for (const upstream of upstreams) await upstream.close();
    upstreams = [];
    gateway = undefined;
  });
  return {
    async start({
      upstreams: count = 1,
      websocket = {},
      server = {},
      times = {},
      allowMethods = [],
      prepare,
    } = {}) {
      upstreams = [];
      for (let index = 0; index < count; index += 1) upstreams.push(await SocketUpstream.start());
      prepare?.(upstreams);
      const [upstream] = upstreams as [SocketUpstream];
      gateway = await SocketGateway.start(
        { scripted: { rpcUrl: upstream.rpcUrl, wsUrls: upstreams.map(({ wsUrl }) => wsUrl), allowMethods } },
        { websocket, server_config: server },
        { ...shortTimes, ...times },
      );
      return { gateway, upstream, upstreams };
    },
  };
}
