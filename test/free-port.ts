import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems give to whoever asks for any port, or connects: those take a free one within moments. */
const lowest = 10_240;
const highest = 32_767;

/** A port of the loopback address that is free now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
