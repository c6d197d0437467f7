import { expect } from "chai";

interface GrowthOptions {
  /** How much larger the second input is; work in proportion is so many times as much. */
  readonly times?: number;
  /** Milliseconds of processor that the worker has used so far: of this process, if not given. */
  readonly cpuMs?: () => number;
  /** Below this, collecting garbage says more about the work than the input does. */
  readonly floorMs?: number;
}

/** What is too much is measured again: a pause for garbage is not repeated so often, quadratic work is. */
const tries = 8;
/** Runs before the large one, and again after it: slow ones of code that is not compiled yet would excuse a slow large one. */
const smallRuns = 2;

/** What was measured, when work on a larger input grows by more than twice the proportion; undefined if it does not. */
export async function disproportion(
  run: (size: number) => unknown,
  size: number,
  { times = 8, cpuMs = ownCpuMs, floorMs = 2 }: GrowthOptions = {},
): Promise<string | undefined> {
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at += 1) {
    for (let turn = 0; turn < 2 * smallRuns; turn += 1) {
      if (turn === smallRuns) large = Math.min(large, await measure(run, size * times, cpuMs));
      small = Math.min(small, await measure(run, size, cpuMs));
    }
    if (large <= 2 * times * Math.max(small, floorMs)) return undefined;
  }
  return `${small.toFixed(1)} ms of processor, then ${large.toFixed(1)} ms for ${times} times the input`;
}

/**
 * Fails when the work of `run` grows faster than its input: it is run with `size` and `times` that size, and may take twice
 * the proportion. Processor time is compared with itself, so neither the machine nor what runs beside it decides. Choose a
 * size that takes milliseconds, for less than `floorMs` counts as that.
 */
export async function expectProportionalWork(
  run: (size: number) => unknown,
  size: number,
  options?: GrowthOptions,
): Promise<void> {
  const found = await disproportion(run, size, options);
  expect(found, "work that grows faster than its input").to.equal(undefined);
}

async function measure(run: (size: number) => unknown, size: number, cpuMs: () => number): Promise<number> {
  const before = cpuMs();
  await run(size);
  return cpuMs() - before;
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
