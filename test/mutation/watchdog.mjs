// A thread that ends its process once the time in the shared number has passed, or the memory that a mutant may take is used up:
// a test that blocks can't end itself.
import { workerData } from "node:worker_threads";

const mostBytes = 1_500_000_000;
const deadline = new BigInt64Array(workerData);

setInterval(() => {
  const at = Atomics.load(deadline, 0);
  if (at !== 0n && (Date.now() > at || process.memoryUsage.rss() > mostBytes))
    process.kill(process.pid, "SIGKILL");
}, 200);
