import { expect } from "chai";
import { shippedProviders } from "../../../src/providers/known-providers.ts";
import { usePatientClock } from "../../fake-clock.ts";
import { createTestUpstreams, respondError, ScriptedUpstream, type TestUpstreams } from "../harness.ts";

describe("a network of upstreams that each hold a part of the ledger", () => {
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let bench: TestUpstreams;
  beforeEach(async () => {
    usePatientClock();
    first = await new ScriptedUpstream(() => '"first"').start();
    second = await new ScriptedUpstream(() => '"second"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  /** The first upstream is strongly preferred, unless it has a penalty. */
  const build = (providers: readonly (string | undefined)[] = []) => {
    const httpAddresses = [first, second].map(({ url }, index) => {
      const id = providers[index];
      const { methods = [], extraMethods = [] } = shippedProviders.get(id ?? "") ?? {};
      const provider = id === undefined ? undefined : { id, methods, extraMethods };
      return { url, weight: index === 0 ? 1_000_000 : 0.000001, trusted: true, provider };
    });
    bench = createTestUpstreams([first, second], { network: { httpAddresses } });
  };
  const refuse = (server: ScriptedUpstream, code: number, of: RegExp, text: string) => {
    server.script = (asked, response) =>
      of.test(`${asked.method} ${JSON.stringify(asked.params)}`)
        ? (respondError(response, asked, code, "words") as undefined)
        : text;
  };

  it("sends a method of a newer release only once to an upstream of an older one", async () => {
    refuse(first, -32601, /^getAgGenesisCert/, '"first"');
    build();
    for (let turn = 0; turn < 3; turn += 1) expect(await bench.ask("getAgGenesisCert")).to.equal('"second"');
    expect(first.count("getAgGenesisCert")).to.equal(1);
  });

  it("requests processed state only once from an upstream that has none, and keeps using it for the rest", async () => {
    refuse(first, -32003, /"processed"/, '"first"');
    build();
    const read = (commitment: string) => bench.ask("getSupply", `[{"commitment":"${commitment}"}]`);
    for (let turn = 0; turn < 3; turn += 1) expect(await read("processed")).to.equal('"second"');
    expect(first.count("getSupply")).to.equal(1);
    expect(await read("confirmed")).to.equal('"first"');
  });

  it("takes -32003 as the answer when a transaction is sent", async () => {
    refuse(first, -32003, /^sendTransaction/, '"first"');
    build();
    const outcome = await bench
      .ask("sendTransaction", '["AQ=="]')
      .catch(({ code }: { code: number }) => code);
    expect([outcome, second.count("sendTransaction")]).to.deep.equal([-32003, 0]);
  });

  it("learns to request blocks from the upstream with history and accounts from the one with accounts", async () => {
    build(["cloudbreak", "superbank"]);
    expect(await bench.ask("getBlockHeight")).to.equal('"second"');
    expect(await bench.ask("getSupply")).to.be.oneOf(['"first"', '"second"']);
    expect(await bench.ask("getVoteAccounts")).to.equal('"first"');
    expect(first.count("getBlockHeight")).to.equal(0);
  });
});
