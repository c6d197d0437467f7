// A rehearsal of failover on this machine: two embedded nodes of one ledger behind one network, one of which is stopped and started again.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedLedgers } from "../src/localnet/start-embedded-ledgers.ts";

const callsPerSecond = 50;
const phaseMs = 3000;

const [node] = await startedLedger();
/** Each "node" is a door to the same ledger: a door that is shut refuses connections, as a node that was stopped does. */
const doors = await Promise.all(["first", "second"].map((name) => openDoor(name, node.rpcUrl)));
const folder = mkdtempSync(join(tmpdir(), "svm-gateway-rehearsal-"));
const config = join(folder, "rehearsal.json");
const upstreams = doors.map(({ name, url }) => ({ id: name, url }));
writeFileSync(
  config,
  JSON.stringify({
    default_network: "rehearsal",
    svm_networks: { rehearsal: { name: "Rehearsal", type: "localnet", upstreams } },
    server_config: { rate_limit: { enabled: false } },
    log: { level: "warn" },
  }),
);
const words = [
  "--import",
  "tsx",
  "src/cli/main.ts",
  "serve",
  "--config",
  config,
  "--port",
  "0",
  "--ws-port",
  "0",
];
const gateway = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
const url = await listeningUrl();
console.log(`Two nodes of one ledger behind ${url}; ${url}/status shows them, live.`);

await phase("both nodes answer");
await doors[0]?.shut();
await phase("the first node is stopped");
await doors[0]?.open();
await phase("the first node is back");
await Promise.all(doors.map((door) => door.shut()));
await phase("both nodes are stopped");
await doors[1]?.open();
await phase("the second node is back");

gateway.kill();
await once(gateway, "close");
rmSync(folder, { recursive: true, force: true });
process.exit(0);

async function startedLedger() {
  const ledgers = await startEmbeddedLedgers();
  if (typeof ledgers === "string") throw new Error(`${ledgers}: the rehearsal needs an embedded ledger.`);
  return [ledgers[0] ?? fail()] as const;
}

function fail(): never {
  throw new Error("no embedded ledger was started");
}

async function listeningUrl(): Promise<string> {
  let text = "";
  for await (const chunk of gateway.stdout) {
    text += String(chunk);
    const [, found] = /^listening http (\S+)$/m.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error("the gateway did not start");
}

/** Calls for a while, and prints how many were answered, the longest wait, and why a call failed. */
async function phase(name: string): Promise<void> {
  const calls = Array.from({ length: (callsPerSecond * phaseMs) / 1000 }, async (_, turn) => {
    await pause((turn * 1000) / callsPerSecond);
    const started = performance.now();
    const body = `{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[${turn}]}`;
    const answer = await fetch(url, {
      method: "POST",
      body,
      // An answer from the cache would say nothing about the nodes.
      headers: { "content-type": "application/json", "cache-control": "no-cache" },
    });
    const { error } = (await answer.json()) as { error?: { message: string } };
    return { fault: error?.message, ms: performance.now() - started };
  });
  const seen = await Promise.all(calls);
  const faults = seen.flatMap(({ fault }) => fault ?? []);
  const longest = Math.max(...seen.map(({ ms }) => ms));
  console.log(
    `${name.padEnd(26)} ${String(seen.length - faults.length).padStart(4)} answered, ${faults.length} failed, longest wait ${longest.toFixed(0)} ms`,
  );
  const reason = faults.at(-1);
  if (reason !== undefined) console.log(`  the last one failed with: ${reason}`);
}

async function openDoor(name: string, target: string) {
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  async function listen(at: number) {
    const made = createServer((incoming, outgoing) => {
      const passed = request(target, { method: "POST", headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    });
    made.listen(at, "127.0.0.1");
    await once(made, "listening");
    return made;
  }
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    async open() {
      server = await listen(port);
    },
    async shut() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
