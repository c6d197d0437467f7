import { setFlagsFromString } from "node:v8";

/**
 * Turns off one optimization of Node 20's compiler, which can reserve too little memory for the objects that a function allocates:
 * a gateway under load then ends with a segmentation fault, in some builds only. `npm run bench -- flags` shows what it costs, and
 * how many starts crash without it.
 */
export function setEngineFlags(): void {
  if (process.versions.v8.startsWith("11.3.")) setFlagsFromString("--no-turbo-allocation-folding");
}
