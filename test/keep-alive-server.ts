import { createServer, type RequestListener, type Server } from "node:http";

/** An HTTP server that closes no idle connection: by the machine's time it would close some that a gateway, by a clock of the test, still keeps. */
export function createKeepAliveServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 0 }, listener);
}
