import { expect } from "chai";
import { type EmbeddedNode, startNode } from "../embedded-node.ts";
import { createTestUpstreams, errorOf, type TestUpstreams } from "./harness.ts";

describe("the upstream layer over a real embedded node", () => {
  let node: EmbeddedNode;
  let bench: TestUpstreams;
  before(async () => {
    node = await startNode();
  });
  beforeEach(() => {
    bench = createTestUpstreams([node.rpcUrl]);
  });
  afterEach(() => bench.close());

  it("finds it healthy and knows its slot", async () => {
    const check = () => bench.upstreams.check(bench.network);
    // A probe may time out on a busy machine.
    let status = await check();
    while (!status.healthy || status.epoch === undefined) status = await check();
    expect(status.upstreams.map(({ state }) => state)).to.deep.equal(["healthy"]);
    expect(status.slot).to.be.at.least(31);
    expect(status.epoch).to.equal(0);
    expect(bench.upstreams.set(bench.network).genesisHash).to.match(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  });

  it("gets real answers and real errors", async () => {
    expect(await bench.ask("getHealth")).to.equal('"ok"');
    const account = await bench.ask(
      "getAccountInfo",
      '["11111111111111111111111111111111",{"encoding":"base64"}]',
    );
    expect(account).to.include('"owner":"NativeLoader1111111111111111111111111111111"');
    const error = await errorOf(bench.ask("getAccountInfo", '["not an address"]'));
    expect([error.kind, error.code]).to.deep.equal(["ledger", -32602]);
    expect(error.ledgerError?.toString()).to.include('"code":-32602');
  });

  it("answers constants from the cache", async () => {
    const notes = [{}, {}];
    await bench.upstreams.check(bench.network);
    const [first, second] = [
      await bench.ask("getGenesisHash", "[]", { notes: notes[0] ?? {} }),
      await bench.ask("getGenesisHash", "[]", { notes: notes[1] ?? {} }),
    ];
    expect(first).to.equal(second);
    expect(notes).to.deep.equal([{ cache: "miss" }, { cache: "hit" }]);
  });
});
