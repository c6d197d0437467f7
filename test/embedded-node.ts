import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("embedded-node-process.mjs", import.meta.url));

/** An embedded node for tests. */
export interface EmbeddedNode {
  /** Its process. */
  readonly pid: number;
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Keys of an account that has funds from the start. */
  readonly payerSecretKey: readonly number[];
}

/** A node whose port is taken while it starts hangs for good: it is started again after this time. */
const startTimeoutMs = 20_000;

/** A node can only be stopped with its process. */
const processes = new Set<ChildProcess>();

/** Starts a node, offline, that ends with the test file. */
export async function startNode(): Promise<EmbeddedNode> {
  return (await startNodeProcess<EmbeddedNode>(program)).started;
}

/** Runs a program that starts nodes and then sends a message, `started`. It ends with the test file. */
export async function startNodeProcess<Started>(
  path: string,
  execArgv: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly started: Started }> {
  const child = fork(path, { execArgv: [...execArgv] });
  processes.add(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = child.kill("SIGKILL");
  }, startTimeoutMs);
  const [started] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code, signal]) => {
      if (isLate) return [undefined];
      throw new Error(`the embedded node ended with ${code ?? signal}`);
    }),
  ])) as [Started | undefined];
  clearTimeout(timer);
  return started === undefined ? startNodeProcess(path, execArgv) : { child, started };
}

/** Ends the nodes of a file: the clock of a running one would take CPU time from all later tests. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    for (const started of processes) {
      if (started.exitCode !== null || started.signalCode !== null) continue;
      started.kill("SIGKILL");
      await once(started, "exit");
    }
    processes.clear();
  },
};
