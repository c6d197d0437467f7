import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Collected by force, or the numbers would say when the collector last ran.
setFlagsFromString("--expose-gc");
/** Collects all that nothing holds. */
export const collect = runInNewContext("gc") as () => void;

/** Bytes of the heap that are in use. */
export function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes by which the heap has grown after the work. */
export function heapGrowth(work: () => void): number {
  const before = heapBytes();
  work();
  return heapBytes() - before;
}
