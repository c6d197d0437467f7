import { setFlagsFromString } from "node:v8";

/** A full garbage collection starts when the heap has grown by this percentage since the last one. */
const heapGrowth = 50;

/**
 * Sets flags of V8. By default, the heap under steady load grows to four times what is in use before it is collected, over minutes,
 * which looks like a leak. Node 20's allocation folding can reserve too little memory for the objects that a function allocates,
 * and then a gateway under load crashes with a segmentation fault, in some builds only.
 * `npm run bench -- flags` measures the cost of both flags, and how many starts crash without them.
 */
export function setEngineFlags(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-turbo-allocation-folding");
}
