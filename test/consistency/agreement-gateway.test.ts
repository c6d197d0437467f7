import { expect } from "chai";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";
import { ScriptedUpstream } from "../upstream/harness.ts";

const account = "11111111111111111111111111111111";
const balance = (lamports: number) => `{"context":{"slot":1000},"value":${lamports}}`;

describe("agreement through the whole gateway", () => {
  const upstreams: ScriptedUpstream[] = [];
  let gateway: LiveGateway;

  const start = async (lamports: number) => {
    const upstream = await new ScriptedUpstream(() => balance(lamports)).start();
    upstreams.push(upstream);
    return upstream.url;
  };

  beforeEach(async () => {
    const three = [await start(7), await start(8), await start(7)];
    const alone = await start(5);
    gateway = await createLiveGateway(
      {},
      {
        agreement: [{ methods: ["getBalance"] }],
        default_network: "three",
        svm_networks: {
          three: { name: "three", type: "devnet", rpc_urls: three },
          alone: { name: "alone", type: "devnet", rpc_url: alone },
        },
        server_config: { rate_limit: { enabled: true, per_minute: 10, per_second: 10 } },
      },
    );
  });

  afterEach(async () => {
    await gateway.service.close();
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
    upstreams.length = 0;
  });

  it("answers both dialects as two of three upstreams do, and calls to `all` from a network's only upstream", async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await gateway.call("getBalance", [account], { dialect: "ledger" })).to.have.property("value", 7);
      expect(await gateway.call("getBalance", { pubkey: account })).to.have.property("value", 7);
    }
    const answers = await gateway.call<Record<string, { value: number }>>("getBalance", [account], {
      network: "all",
    });
    expect([answers.three?.value, answers.alone?.value]).to.deep.equal([7, 5]);
  });

  it("costs its caller a point for each upstream that is asked", async () => {
    const caller = { address: "198.51.100.7" };
    const read = () => gateway.call("getBalance", [account], { caller, dialect: "ledger" });
    for (let round = 0; round < 3; round += 1) await read();
    const error: unknown = await read().catch((caught: unknown) => caught);
    expect(error).to.include({ kind: "rateLimited" });
  });
});
