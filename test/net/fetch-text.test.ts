import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { fetchText } from "../../src/net/fetch-text.ts";
import { createKeepAliveServer } from "../keep-alive-server.ts";

describe("fetching a text", () => {
  const bounds = { timeoutMs: 60_000, maxBytes: 16 };
  const cases: [what: string, listener: RequestListener, change: Partial<typeof bounds>, error: RegExp][] = [
    ["never comes", () => undefined, { timeoutMs: 20 }, /timeout/],
    ["stops in the middle", (_request, response) => response.write("["), { timeoutMs: 20 }, /timeout/],
    ["is too long", (_request, response) => response.end("x".repeat(17)), {}, /longer than 16 bytes/],
    ["is an error", (_request, response) => response.writeHead(404).end(), {}, /status 404/],
  ];
  for (const [what, listener, change, error] of cases)
    it(`fails if it ${what}`, async () => {
      const server = createKeepAliveServer(listener).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const caught: unknown = await fetchText("list", url, { ...bounds, ...change }).catch((error) => error);
      expect(String(caught)).to.match(error);
      server.closeAllConnections();
      server.close();
    });
});
