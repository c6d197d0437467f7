import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below what systems give to whoever asks for any port, or connects: those take a free one within moments. */
const lowest = 10_240;
const highest = 32_767;

/** Lets a server listen on a free port of the loopback address, which no one else takes while the server is stopped for a while. */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    server.listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}

/** A port of the loopback address that is free now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnOwnPort(server);
  server.close();
  await once(server, "close");
  return port;
}
