import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below what systems give to whoever asks for any port, or connects: those take a free one within moments. */
const lowest = 10_240;
/** Ports that a process takes at once. */
const blockSize = 256;
const blocks = 88;

/** The first port of those that are this process's alone, and the next that it did not use before. */
let block: Promise<number> | undefined;
let next = 1;

/** Lets a server listen on a free port of the loopback address, which no one else takes while the server is stopped for a while. */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (;;) {
    const port = await ownPorts(1);
    if (await listens(server, port)) return port;
  }
}

/** A port of the loopback address that is free and stays so, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  await closed(server);
  return port;
}

/** Such a port whose next one is free too, and stays so. */
export async function freePortWithOneAbove(): Promise<number> {
  const [lower, upper] = [createServer(), createServer()];
  for (;;) {
    const port = await ownPorts(2);
    const areFree = (await listens(lower, port)) && (await listens(upper, port + 1));
    await Promise.all([lower, upper].map(closed));
    if (areFree) return port;
  }
}

/** The first of some ports in a row of this process. It gets none twice: a client of an earlier test may still call one. */
async function ownPorts(count: number): Promise<number> {
  if (block === undefined || next + count > blockSize) {
    block = takeBlock();
    next = 1;
  }
  const offset = next;
  next += count;
  return (await block) + offset;
}

/** Listens at the first port of a block as long as this process runs, so that no other process takes the same block. */
async function takeBlock(): Promise<number> {
  const guard = createServer().unref();
  for (;;) {
    const first = lowest + blockSize * Math.floor(Math.random() * blocks);
    if (await listens(guard, first)) return first;
  }
}

async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, "127.0.0.1");
  return once(server, "listening").then(
    () => true,
    () => false,
  );
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, "close");
}
