import { setFlagsFromString } from "node:v8";

/** How far the heap grows past what is in use before all of it is collected, in percent. */
const heapGrowth = 50;

/**
 * Bounds how much garbage waits for a collection: by default the heap of a gateway under steady load swings between one and four times what is in
 * use, over minutes, which looks like a leak. Also turns off one optimization of Node 20's compiler, which can reserve too little memory
 * for the objects that a function allocates: a gateway under load then ends with a segmentation fault, in some builds only.
 * `npm run bench -- flags` shows what both cost, and how many starts crash without them.
 */
export function setEngineFlags(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-turbo-allocation-folding");
}
