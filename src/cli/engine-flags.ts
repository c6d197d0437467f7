import { setFlagsFromString } from "node:v8";

/** The V8 flags of the program. `npm run bench -- flags` measures what each costs or saves. */
export const engineFlags: readonly string[] = [
  // V8 scales heap growth with recent GC speed: by a tenth on an idle machine, up to fourfold on a busy one, where memory then swings
  // for minutes like a leak.
  "--heap-growing-percent=50",
  // A call passes through many small functions. At the usual limit of 920, V8 leaves many of those deep in a call uninlined. Higher
  // limits cost memory, and CPU while the functions are compiled.
  "--max-inlined-bytecode-size-cumulative=2000",
  // Allocation folding in Node 20 can reserve too little memory for a function's objects, and in some builds crashes a gateway under load.
  ...(process.versions.v8.startsWith("11.3.") ? ["--no-turbo-allocation-folding"] : []),
];

/** Sets the V8 flags of the program. */
export function setEngineFlags(): void {
  for (const flag of engineFlags) setFlagsFromString(flag);
}
