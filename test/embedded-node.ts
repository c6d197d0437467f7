import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("embedded-node-process.mjs", import.meta.url));

/** An embedded node, as the tests use it. */
export interface EmbeddedNode {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Of an account that has funds from the start. */
  readonly payerSecretKey: readonly number[];
}

/** A node has no way to stop but with its process. */
const processes = new Set<ChildProcess>();

/** Starts a node, offline, that ends with the test file. */
export async function startNode(): Promise<EmbeddedNode> {
  const started = fork(program, { execArgv: [] });
  processes.add(started);
  const [node] = await Promise.race([
    once(started, "message"),
    once(started, "exit").then(([code]) => {
      throw new Error(`the embedded node ended with ${code}`);
    }),
  ]);
  return node as EmbeddedNode;
}

/** Ends the nodes of a file: the clock of each that runs on takes time from all tests after it. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    for (const started of processes) {
      started.kill("SIGKILL");
      await once(started, "exit");
    }
    processes.clear();
  },
};
