import { stopSignals } from "./stop-signals.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

/** What the first process does with its workers. */
export interface RunWorkersOptions extends WorkerPoolOptions {
  /** SIGHUP stops the gateway too; otherwise it has the workers read the configuration again. */
  readonly stopsOnHangup: boolean;
}

/**
 * Runs workers on one port until a signal stops them; resolves with the exit code. This process serves no client: it
 * replaces workers that die, passes on changes of networks, and sums metrics.
 */
export function runWorkers(options: RunWorkersOptions): Promise<number> {
  const pool = new WorkerPool(options);
  if (!options.stopsOnHangup) process.on("SIGHUP", () => pool.reload());
  for (const signal of stopSignals(options.stopsOnHangup)) process.on(signal, () => pool.stopOn(signal));
  return pool.run();
}
