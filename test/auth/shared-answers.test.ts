// Loaded before the check for leaks, which would find what it leaves behind.
import "@modelcontextprotocol/server";
import { expect } from "chai";
import { digestOf } from "../../src/auth/key-table.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { createToolServer, type ToolServer } from "../../src/transports/mcp/tool-server.ts";
import { localCaller } from "../gateway/harness.ts";
import { SocketClient } from "../transports/websocket/socket-client.ts";
import { backendKey, otherKey } from "./harness.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";

/** What only callers with more rights may see. */
const secret = "SeenByOthers11111111111111111111111111111111";

describe("answers made for another caller", () => {
  let served: ServedGateway;
  let socket: SocketClient;
  let backendSocket: SocketClient;
  let tools: ToolServer;
  let said: (method: string) => string | Promise<string>;

  before(async () => {
    const keys = [
      { id: "backend", key: backendKey },
      { id: "narrow", key: otherKey, networks: ["one"], methods: ["getGenesisHash"] },
    ];
    served = await serveCallers({ keys }, { reads: { enabled: true } });
    const { gateway, store, document, config } = served.service;
    tools = await createToolServer({ gateway, store, document, config, hasAuth: false });
    socket = await SocketClient.connect(`${served.wsUrl}/`, { "x-api-key": otherKey });
    backendSocket = await SocketClient.connect(`${served.wsUrl}/`, { "x-api-key": backendKey });
  });

  after(async () => {
    socket.socket.terminate();
    backendSocket.socket.terminate();
    await tools.close();
    await served.close();
  });

  /** Lets the caller with all rights ask for what the other may not have; `path` and `method` of each. */
  const dear = [
    ["/networks/two", "getGenesisHash"],
    ["/networks/one", "getVersion"],
    ["/networks/one", "getBlockHeight"],
  ] as const;
  const askAll = () =>
    Promise.all(dear.map(([path, call]) => served.ask(path, { call, headers: { "x-api-key": backendKey } })));

  /** Every way in which the other caller can ask for that; what each was answered with. */
  const ways: Record<string, () => Promise<string>> = {
    "one by one": async () => {
      const asked = dear.map(([path, call]) =>
        served.ask(path, { call, headers: { "x-api-key": otherKey } }),
      );
      return (await Promise.all(asked)).map(({ text }) => text).join("\n");
    },
    "in a batch": async () => {
      const call = (method: string, id: number) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
      const body = `[${call("getVersion", 1)},${call("getBlockHeight", 2)},${call("getSlot", 3)}]`;
      return (await served.ask("/networks/one", { body, headers: { "x-api-key": otherKey } })).text;
    },
    "on a socket": async () => {
      const calls = ["getVersion", "getBlockHeight", "slotSubscribe"].map((method) => socket.call(method));
      return (await Promise.all(calls)).map(({ text }) => text).join("\n");
    },
    "as a tool": async () => {
      const authenticated = served.service.auth?.table.find(digestOf(otherKey));
      const asked = [
        ["getGenesisHash", "two"],
        ["getVersion", "one"],
        ["getBlockHeight", "one"],
      ].map(async ([name, network]) => {
        const params = JSON.stringify({ name, arguments: { network } });
        const result = await tools.call({
          request: { kind: "request", id: "1", method: "tools/call", params, isDirectForm: false },
          scope: {
            caller: { ...localCaller, authenticated },
            network: undefined,
            cancellation: new Cancellation(),
            version: "2025-06-18",
          },
        });
        return result.toString();
      });
      return (await Promise.all(asked)).join("\n");
    },
  };

  /** How often the reason stands in an answer: once for each thing that was asked for. */
  const refusals = (text: string) => text.match(/reason\\*":\s*\\*"forbidden/g)?.length;

  describe("are given to no one without the right", () => {
    before(async () => {
      const { result: usual } = served.upstream;
      said = (method) =>
        method === "getGenesisHash" && typeof usual === "function" ? usual(method) : `"${secret}"`;
      served.upstream.result = said;
      await askAll();
      await backendSocket.subscribe("slotSubscribe");
      const again = await served.ask("/networks/two", {
        call: "getGenesisHash",
        headers: { "x-api-key": backendKey },
      });
      expect(again.headers["x-cache"], "it is in the cache").to.equal("hit");
    });

    for (const [way, asks] of Object.entries(ways)) {
      it(`when the answer is cached and requested ${way}`, async () => {
        const text = await asks();
        expect(text).not.to.include(secret);
        expect(refusals(text), text).to.equal(3);
      });

      it(`when the answer is in flight and requested ${way}`, async () => {
        let asked = 0;
        let release: (answer: string) => void = () => undefined;
        const held = new Promise<string>((resolve) => {
          release = resolve;
        });
        served.upstream.result = (method) => {
          if (method !== "getVersion") return said(method);
          asked += 1;
          return held;
        };
        const headers = { "x-api-key": backendKey, "cache-control": "max-age=1" };
        const pending = served.ask("/networks/one", { call: "getVersion", headers });
        while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
        const text = await asks();
        expect(refusals(text), text).to.equal(3);
        release(`"${secret}"`);
        expect((await pending).json.result).to.equal(secret);
        served.upstream.result = said;
      });
    }

    it("when all networks are called", async () => {
      const { json } = await served.ask("/?network=all", {
        call: "getGenesisHash",
        headers: { "x-api-key": otherKey },
      });
      expect(json.result.two.error.data).to.deep.equal({ reason: "forbidden", right: "networks" });
      expect(json.result.one).to.be.an("object").that.has.keys("value");
    });
  });
});
