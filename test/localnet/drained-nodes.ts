import { createRequire } from "node:module";
import { type EventQueue, keepDrained } from "../../src/localnet/keep-drained.ts";

/** Two nodes that run alike. */
export interface StartedNodes {
  readonly rpcUrl: string;
}

/** Events that wait in the queue of each node. */
export interface WaitingEvents {
  readonly drained: number;
  readonly undrained: number;
}

interface Node extends EventQueue {
  readonly rpcUrl: string;
}

const { Surfnet } = createRequire(import.meta.url)("surfpool-sdk-linux-x64-gnu") as {
  readonly Surfnet: { startWithConfig(config: { readonly offline: boolean }): Node };
};

const drained = Surfnet.startWithConfig({ offline: true });
const undrained = Surfnet.startWithConfig({ offline: true });
keepDrained(drained);
process.on("message", () => {
  const waiting: WaitingEvents = {
    drained: drained.drainEvents().length,
    undrained: undrained.drainEvents().length,
  };
  process.send?.(waiting);
});
const started: StartedNodes = { rpcUrl: undrained.rpcUrl };
process.send?.(started);
