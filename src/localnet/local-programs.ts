import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../config/config-fault.ts";
import { localNetworkIds } from "../networks/network.ts";
import type { LocalLedger } from "./start-embedded-ledgers.ts";

/** Programs that run a ledger, in order of preference, and their arguments. */
const programs: readonly {
  readonly name: string;
  readonly args: (port: number, folder: string) => readonly string[];
}[] = [
  {
    name: "surfpool",
    args: (port) => [
      ...["start", "--offline", "--no-tui", "--no-studio", "--no-deploy", "--host", "127.0.0.1"],
      ...["--port", String(port), "--ws-port", String(port + 1)],
    ],
  },
  {
    // Always puts the WebSocket port one above the HTTP port.
    name: "solana-test-validator",
    args: (port, folder) => [
      ...["--ledger", join(folder, "ledger"), "--reset", "--quiet", "--bind-address", "127.0.0.1"],
      ...["--rpc-port", String(port), "--faucet-port", String(port + 2), "--gossip-port", String(port + 3)],
      ...["--dynamic-port-range", `${port + 10}-${port + 60}`],
    ],
  },
];

const startTimeoutMs = 60_000;
/** A free port may be taken before the program listens, so one that exits is restarted on other ports. */
const maxStarts = 3;
const pollIntervalMs = 100;

/** Names of the supported programs, in order of preference. */
export const localProgramNames: readonly string[] = programs.map(({ name }) => name);

/** Starts a ledger per local network with a program on `path` (PATH); undefined if there is none. The ledgers end with this process. */
export async function startLocalPrograms(
  path: string,
): Promise<{ readonly name: string; readonly ledgers: readonly LocalLedger[] } | undefined> {
  for (const { name, args } of programs) {
    const file = findProgram(name, path);
    if (file === undefined) continue;
    const ledgers: LocalLedger[] = [];
    for (const id of localNetworkIds) ledgers.push(await start(id, file, args));
    return { name, ledgers };
  }
  return undefined;
}

function findProgram(name: string, path: string): string | undefined {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const files = path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
}

async function start(
  id: string,
  file: string,
  args: (port: number, folder: string) => readonly string[],
): Promise<LocalLedger> {
  let failure: string | undefined;
  for (let starts = 1; starts <= maxStarts; starts += 1) {
    const port = await findFreePortPair();
    const folder = mkdtempSync(join(tmpdir(), "svm-gateway-ledger-"));
    const child = spawn(file, args(port, folder), { cwd: folder, stdio: "ignore" });
    child.unref();
    const discard = () => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    };
    process.on("exit", discard);
    const rpcUrl = `http://127.0.0.1:${port}`;
    failure = await untilHealthyOrEnded(rpcUrl, child, file);
    if (failure === undefined) return { id, rpcUrl, wsUrl: `ws://127.0.0.1:${port + 1}` };
    process.off("exit", discard);
    discard();
  }
  throw new StartupError(`${file} can't run a ledger: ${failure}.`);
}

/** Waits until the ledger is healthy. If its process ends first, returns how. */
async function untilHealthyOrEnded(
  url: string,
  child: ChildProcess,
  file: string,
): Promise<string | undefined> {
  let failure: string | undefined;
  child.once("error", ({ message }) => {
    failure = message;
  });
  child.once("exit", (code, signal) => {
    failure = `it exited with ${code ?? signal}`;
  });
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    if (failure !== undefined) return failure;
    if (await isHealthy(url)) return undefined;
    await delay(pollIntervalMs);
  }
  throw new StartupError(`${file} did not become healthy within ${startTimeoutMs / 1000} s.`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
      signal: AbortSignal.timeout(1000),
    });
    return (await response.text()).includes('"ok"');
  } catch {
    // Not listening yet. The caller checks that it is still running.
    return false;
  }
}

const maxPortAttempts = 20;

/** Finds two consecutive free ports on 127.0.0.1: clients expect the WebSocket one above. Returns the first. */
async function findFreePortPair(): Promise<number> {
  for (let attempt = 0; attempt < maxPortAttempts; attempt += 1) {
    const first = await listener(0);
    if (first === undefined) continue;
    const { port } = first.address() as AddressInfo;
    const second = await listener(port + 1);
    await Promise.all([first, second].map((server) => server && closed(server)));
    if (second !== undefined) return port;
  }
  throw new Error(`no two consecutive free ports in ${maxPortAttempts} attempts`);
}

async function listener(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch {
    // Taken or above 65535; the caller tries another pair.
    return undefined;
  }
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
