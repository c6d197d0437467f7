import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

const attempts = 20;

/** Finds a free port of 127.0.0.1 whose next port is free too: clients expect the WebSocket there. */
export async function portWithFreeOneAbove(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const first = await listener(0);
    if (first === undefined) continue;
    const { port } = first.address() as AddressInfo;
    const second = await listener(port + 1);
    await Promise.all([first, second].map((server) => server && closed(server)));
    if (second !== undefined) return port;
  }
  throw new Error(`no two free ports in a row in ${attempts} attempts`);
}

async function listener(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch {
    // Taken, or above 65535: the caller tries another pair.
    return undefined;
  }
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
