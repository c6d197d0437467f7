import { readFileSync } from "node:fs";

/**
 * Milliseconds that the main thread of a process has worked: other programs on the machine do not count. Where the platform
 * does not say, the time that has passed.
 */
export function cpuMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
