import { expect } from "chai";
import type { UpstreamEntry } from "../../../generated/config.ts";
import { addSecret } from "../../../src/log/redact.ts";
import { tickThrough, useFakeClock, usePatientClock } from "../../fake-clock.ts";
import {
  createTestUpstreams,
  entryOf,
  errorOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
} from "../harness.ts";

describe("an upstream's settings", () => {
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let bench: TestUpstreams;

  function build(
    of: Partial<UpstreamEntry>,
    ofSecond: Partial<UpstreamEntry> = {},
    nodes = [first, second],
  ): void {
    const httpAddresses = nodes.map(({ url }, index) => {
      const settings = entryOf(url, index === 0 ? of : ofSecond);
      return { url, weight: settings.weight, trusted: true, settings };
    });
    bench = createTestUpstreams(nodes, { network: { httpAddresses } });
  }

  async function answersTo(method: string, params = "[]"): Promise<Set<string>> {
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) seen.add(await bench.ask(method, params));
    return seen;
  }

  beforeEach(async () => {
    usePatientClock();
    first = await new ScriptedUpstream(() => '"first"').start();
    second = await new ScriptedUpstream(() => '"second"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  it("send its headers with every request", async () => {
    build({ headers: { "x-token": "header-token-1", Authorization: "Bearer b" } }, {}, [first]);
    await bench.ask("getTransactionCount");
    expect(first.asked[0]?.headers).to.include({ "x-token": "header-token-1", authorization: "Bearer b" });
  });

  it("name it by its id, or by its host without secrets", async () => {
    addSecret("127.0.0.1:hidden-host-1");
    build({ id: "main" });
    await bench.ask("getTransactionCount");
    const [status] = bench.upstreams.status();
    expect(status?.upstreams.map(({ name }) => name)).to.deep.equal(["main", new URL(second.url).host]);
  });

  it("hide a key that an upstream quotes in its error", async () => {
    addSecret("quoted-key-1");
    build({}, {}, [first]);
    first.script = (asked, response) =>
      respondError(response, asked, -32010, 'no plan for "quoted-key-1"') as undefined;
    const error = await errorOf(bench.ask("getTransactionCount"));
    expect(error.message).to.equal('no plan for "***"');
    expect(error.ledgerError?.toString()).to.contain("***").and.not.contain("quoted-key-1");
  });

  it("put a lower tier first, however it performs", async () => {
    build({ tier: 2, weight: 1000 }, { tier: 1 });
    expect(await answersTo("getTransactionCount")).to.deep.equal(new Set(['"second"']));
  });

  it("use the next tier if no upstream of the lower one can take the call", async () => {
    build({ tier: 2 }, { tier: 1 });
    second.script = (asked, response) => respondError(response, asked, -32603, "broken") as undefined;
    expect(await answersTo("getTransactionCount")).to.deep.equal(new Set(['"first"']));
  });

  it("separate reads and sends", async () => {
    build({ for: ["reads"] }, { for: ["sends"] });
    expect(await answersTo("getTransactionCount")).to.deep.equal(new Set(['"first"']));
    expect(await answersTo("sendTransaction", '["AQ=="]')).to.deep.equal(new Set(['"second"']));
  });

  const lists: [what: string, methods: UpstreamEntry["methods"], denied: boolean][] = [
    ["it denies", { allow: [], deny: ["getTransactionCount"] }, true],
    ["a denied prefix covers", { allow: [], deny: ["getTrans*"] }, true],
    ["it does not allow", { allow: ["getBalance"], deny: [] }, true],
    ["it allows", { allow: ["getTransactionCount"], deny: [] }, false],
    ["it allows and denies", { allow: ["*"], deny: ["getTransactionCount"] }, true],
  ];
  for (const [what, methods, denied] of lists) {
    it(`${denied ? "never allow" : "allow"} a method that ${what}`, async () => {
      build({ methods, weight: 1000 });
      await answersTo("getTransactionCount");
      expect(first.count() > 0).to.equal(!denied);
    });
  }

  it("fail a call at once if no upstream is configured for its method", async () => {
    const clock = useFakeClock();
    const methods = { allow: [], deny: ["getTransactionCount"] };
    build({ methods }, { methods });
    const error = await tickThrough(clock, errorOf(bench.ask("getTransactionCount")), { maxMs: 50 });
    expect(error.kind).to.equal("notAllowed");
    expect(error.message).to.contain(
      "No upstream of network test is configured for getTransactionCount (reads)",
    );
  });
});
