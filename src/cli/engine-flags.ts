import { setFlagsFromString } from "node:v8";

/**
 * Sets V8 flags. V8 scales heap growth with recent GC speed: by a tenth on an idle machine, up to fourfold on a busy one, where memory
 * then swings for minutes like a leak. Allocation folding in Node 20 can reserve too little memory for a function's objects, and in some
 * builds crashes a gateway under load. `npm run bench -- flags` measures the cost of both flags.
 */
export function setEngineFlags(): void {
  setFlagsFromString("--heap-growing-percent=50");
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-turbo-allocation-folding");
}
