import { randomBytes } from "node:crypto";
import type { KeyEntry } from "../generated/config.ts";
import { digestOf, KeyTable } from "../src/auth/key-table.ts";
import { ask, serveCallers } from "../test/auth/served-gateway.ts";

const key = "a-key-of-the-bench-with-forty-letters-00";
const samples = 200_000;
const textsOfEach = 1009;
const requests = 3000;

/**
 * What wrong keys cost and tell: the time of a refusal must not depend on how much of a key was guessed (Welch's t below 4.5), and a
 * wrong key must cost at most 1.5 times as much as none at all.
 */
export async function benchCallers(): Promise<void> {
  timing();
  await cost();
}

/**
 * Compares keys that share all but the last letters with a right one, with keys that share none: many of each, since where one text
 * falls in a table of hashes takes its own time, however near it is.
 */
function timing(): void {
  const table = new KeyTable();
  table.replace("configuration", [
    { id: "bench", keySha256: digestOf(key), readOnly: false, admin: false } as KeyEntry,
  ]);
  // Read like texts off the wire, so that the engine holds both in one form.
  const texts = [key.length - 6, 0].map((shared) =>
    Array.from({ length: textsOfEach }, () =>
      Buffer.from(key.slice(0, shared) + letters(key.length - shared)),
    ),
  );
  const times: [number[], number[]] = [[], []];
  let found = 0;
  for (let index = 0; index < samples; index += 1) {
    const which = Math.random() < 0.5 ? 0 : 1;
    const text = texts[which]?.[index % textsOfEach]?.toString("latin1") ?? "";
    const started = process.hrtime.bigint();
    if (table.find(digestOf(text)) !== undefined) found += 1;
    times[which].push(Number(process.hrtime.bigint() - started));
  }
  if (found > 0) throw new Error("a wrong key was found");
  const [a, b] = times.map((list) => moments(trimmed(list)));
  if (a === undefined || b === undefined) return;
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);
  console.log(
    `timing: near ${a.mean.toFixed(0)} ns, far ${b.mean.toFixed(0)} ns, t ${t.toFixed(2)} (goal: below 4.5)`,
  );
}

function letters(count: number): string {
  return randomBytes(count).toString("base64url").slice(0, count);
}

/** Compares the CPU of refused requests, server and client together, which differ in the key alone. */
async function cost(): Promise<void> {
  const served = await serveCallers({ keys: [{ id: "bench", key_sha256: digestOf(key) }] });
  const cpu = async (headers: Record<string, string>): Promise<number> => {
    const before = process.cpuUsage();
    for (let index = 0; index < requests; index += 1) await ask(served.url, "/", { headers });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / requests;
  };
  await cpu({});
  const rounds: [number, number][] = [];
  for (let round = 0; round < 3; round += 1)
    rounds.push([await cpu({}), await cpu({ "x-api-key": `${key.slice(0, -2)}xx` })]);
  const ratio = rounds.map(([none, wrong]) => wrong / none).sort((one, other) => one - other)[1] ?? 0;
  console.log(`cost of a wrong key: ${ratio.toFixed(2)} times a request without one (goal: at most 1.5)`);
  await served.close();
}

/** Without the slowest part, which other work on the machine delayed. */
function trimmed(list: number[]): number[] {
  return list.sort((one, other) => one - other).slice(0, Math.floor(list.length * 0.95));
}

function moments(list: readonly number[]): { mean: number; variance: number; count: number } {
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  const variance = list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1);
  return { mean, variance, count: list.length };
}
