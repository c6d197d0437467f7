// A gateway that follows accounts, in a process of its own whose memory is that of the gateway alone. Reads addresses from its standard input, one a line.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { methods } from "../../generated/methods.ts";
import { assemble } from "../../src/app/assemble.ts";
import { createHub } from "../../src/app/create-sockets.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/log/logger.ts";

const [config = ""] = process.argv.slice(2);
const addresses = readFileSync(0, "utf8").trim().split("\n");
// Collected by force, or the numbers would say when the collector last ran.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const lists = Array.from({ length: Math.ceil(addresses.length / 100) }, (_, index) =>
  addresses.slice(index * 100, index * 100 + 100),
);

const service = await assemble({
  loaded: loadConfig({ flags: { config }, env: {}, cwd: process.cwd() }),
  logger: createLogger({ level: "error" }),
  mock: false,
});
const hub = createHub(service);
const { liveAccounts } = service;

async function isLive(list: readonly string[], commitment: string): Promise<boolean> {
  const notes: CallNotes = {};
  await service.upstreams.send({
    network: service.store.defaultNetwork(),
    method: methods.getMultipleAccounts,
    upstreamMethod: "getMultipleAccounts",
    params: JSON.stringify([list, { commitment, encoding: "base64" }]),
    cancellation: new Cancellation(),
    deadline: performance.now() + 10_000,
    notes,
  });
  return notes.cache === "live";
}

function usedBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// The same reads at a commitment that is never live: what calls leave behind is no memory of accounts.
for (const list of lists) await isLive(list, "finalized");
await wait(1000);
const before = usedBytes();
// As clients come: a thousand accounts at a time.
for (let first = 0; first < lists.length; first += 10) {
  for (let turn = 0; turn < 3; turn += 1)
    for (const list of lists.slice(first, first + 10)) await isLive(list, "confirmed");
  await wait(1000);
}
let live = 0;
for (let turn = 0; turn < 60 && live < lists.length; turn += 1) {
  await wait(500);
  live = 0;
  for (const list of lists) if (await isLive(list, "confirmed")) live += 1;
}
const bytes = usedBytes() - before;
const result = {
  accounts: liveAccounts?.size ?? 0,
  counted: liveAccounts?.byteLength ?? 0,
  bytes,
  lists: live,
};
hub.close();
await service.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
