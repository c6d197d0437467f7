import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createKeepAliveServer } from "../../keep-alive-server.ts";

/** An upstream that answers each call with the call's own parameters, so that a hostile request gets a hostile answer. */
export interface EchoUpstream {
  readonly url: string;
  /** Answered instead of the parameters, if set; a function of the method is called for each request, which waits for it. */
  result: string | ((method: string) => string | Promise<string>) | undefined;
  close(): void;
}

/** Starts one on a free port. */
export async function startEchoUpstream(): Promise<EchoUpstream> {
  const server = createKeepAliveServer((request, response) => {
    void buffer(request).then(async (body) => {
      const id = /"id":(\d+)/.exec(body.toString("latin1", 0, 100))?.[1] ?? "null";
      const start = body.indexOf('"params":');
      const params = start < 0 ? Buffer.from("null") : body.subarray(start + 9, body.length - 1);
      const { result: said } = upstream;
      const method = /"method":"(\w+)"/.exec(body.toString("latin1", 0, 200))?.[1] ?? "";
      const text = typeof said === "function" ? await said(method) : said;
      const result = text === undefined ? params : Buffer.from(text);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`), result, Buffer.from("}")]),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const upstream: EchoUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    result: undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return upstream;
}
