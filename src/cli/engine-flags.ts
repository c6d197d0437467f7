import { setFlagsFromString } from "node:v8";

/**
 * Sets flags of V8. How far the heap may grow until all of it is collected, V8 derives from how fast its last collections were: by a
 * tenth on a machine that keeps up, but to four times its size on a busy one, where memory then swings for minutes as with a leak.
 * Node 20's allocation folding can reserve too little memory for the objects that a function allocates: a gateway under load
 * then ends with a segmentation fault, in some builds only. `npm run bench -- flags` shows what both flags cost.
 */
export function setEngineFlags(): void {
  setFlagsFromString("--heap-growing-percent=50");
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-turbo-allocation-folding");
}
