import { once } from "node:events";
import { expect } from "chai";
import { WebSocket } from "ws";
import { type ServedGateway, startGateway } from "../gateway-process.ts";

const call = '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}';

describe("the genesis hash of embedded ledgers @long", () => {
  let gateways: readonly ServedGateway[];
  before(async () => {
    gateways = await Promise.all(
      [1, 2].map(() => startGateway(["serve", "--local", "--ws-port", "0", "--log-level", "error"])),
    );
  });
  after(() => Promise.all(gateways.map((gateway) => gateway.process.stop())));

  const hashIn = (text: string) => /[1-9A-HJ-NP-Za-km-z]{43,44}/.exec(text)?.[0];

  async function hashes(gateway: ServedGateway, network: string): Promise<(string | undefined)[]> {
    const post = async (path: string, body: string) => hashIn(await (await gateway.post(path, body)).text());
    const tool = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getGenesisHash","arguments":{"network":"${network}"}}}`;
    const [, wsUrl = ""] = await gateway.process.printed(/^listening ws (\S+)$/m);
    const socket = new WebSocket(`${wsUrl}/?network=${network}`);
    await once(socket, "open");
    socket.send(call);
    const [frame] = (await once(socket, "message")) as [Buffer];
    socket.terminate();
    return [
      await post(`/?network=${network}`, call),
      await post(`/networks/${network}`, call),
      await post(`/networks/${network}`, `[${call}]`),
      await post("/api/mcp", tool),
      hashIn(String(frame)),
    ];
  }

  it("is one in every way that it is read, and another for every ledger of every gateway", async () => {
    const all = await Promise.all(
      gateways.flatMap((gateway) => ["localnet", "localnet-b"].map((network) => hashes(gateway, network))),
    );
    for (const found of all) expect(found).to.deep.equal(found.map(() => found[0] ?? "none"));
    expect(new Set(all.flat()).size).to.equal(4);
  });
});
