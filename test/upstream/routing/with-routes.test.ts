import { expect } from "chai";
import fc from "fast-check";
import type { RouteProfile } from "../../../generated/config.ts";
import type { UpstreamCall } from "../../../src/call/upstream-call.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { Sending } from "../../../src/networks/network.ts";
import { unmetDemand } from "../../../src/providers/route-profile.ts";
import { encodeBase58 } from "../../../src/text/base58.ts";
import { readTransaction } from "../../../src/transaction/read-transaction.ts";
import { readContents, withRoutes } from "../../../src/upstream/routing/with-routes.ts";
import { usePatientClock } from "../../fake-clock.ts";
import { runs } from "../../property-runs.ts";
import { plainRoute } from "../../providers/plain-route.ts";
import { hashOf, makeTransaction } from "../../transaction/made-transactions.ts";
import {
  type Asked,
  callOf,
  createTestUpstreams,
  entryOf,
  errorOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../harness.ts";

const [tipAccount, otherTip] = [hashOf(11), hashOf(12)];
const node: RouteProfile = { ...plainRoute, methods: { sendTransaction: "" } };
const fast: RouteProfile = {
  ...node,
  skipPreflight: true,
  maxRetries: 0,
  encoding: "base64",
  tipAccounts: [tipAccount, otherTip],
  leastTip: 1000,
};

describe("routes with demands", () => {
  let reader: ScriptedUpstream;
  let route: ScriptedUpstream;
  let bench: TestUpstreams;
  let tipped: string;
  let plain: string;

  before(async () => {
    tipped = await makeTransaction({ transfers: [{ to: tipAccount, lamports: 1000n }] });
    plain = await makeTransaction({ transfers: [{ to: tipAccount, lamports: 999n }] });
  });
  beforeEach(async () => {
    usePatientClock();
    reader = await new ScriptedUpstream(() => '"read"').start();
    // It refuses what the service would refuse.
    route = await new ScriptedUpstream((asked, response) => {
      const [, { skipPreflight, maxRetries, encoding }] = asked.params as [string, Record<string, unknown>];
      const unmet = unmetDemand(fast, readContents(JSON.stringify(asked.params)));
      if (unmet === undefined && skipPreflight === true && maxRetries === 0 && encoding === "base64")
        return '"sent"';
      return respondError(response, asked, -32602, `refused: ${unmet ?? "its flags"}`) as undefined;
    }).start();
    route.scriptsProbes = true;
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([reader.stop(), route.stop()]);
  });

  interface Listed {
    readonly upstream: ScriptedUpstream;
    readonly id: string;
    readonly route?: RouteProfile;
    readonly provider?: string;
    readonly for?: ("reads" | "sends")[];
    readonly tier?: number;
    readonly allow?: string[];
  }

  function build(listed: readonly Listed[], change: Parameters<typeof createTestUpstreams>[1] = {}): void {
    const httpAddresses = listed.map(
      ({ upstream, id, route: profile, provider = id, allow = [], ...rest }) => ({
        url: upstream.url,
        weight: 1,
        trusted: true,
        settings: entryOf(upstream.url, {
          id,
          for: rest.for ?? (profile === undefined ? ["reads"] : ["sends"]),
          tier: rest.tier ?? 1,
          methods: { allow, deny: [] },
        }),
        provider: { id: provider, methods: [], extraMethods: [], ...(profile && { route: profile }) },
      }),
    );
    bench = createTestUpstreams(
      listed.map(({ upstream }) => upstream),
      { ...change, network: { httpAddresses } },
    );
  }
  const paramsOf = (wire: string, config: object = {}) =>
    JSON.stringify([wire, { encoding: "base64", ...config }]);
  const send = (wire: string, sending?: Sending, config: object = {}) =>
    bench.ask("sendTransaction", paramsOf(wire, config), sending === undefined ? {} : { sending });
  /** The caller's answer: `land` answers with the transaction's own signature, whatever the upstream answers. */
  const answerTo = (wire: string, sending: Sending, answer: string) =>
    JSON.stringify(sending === "land" ? readTransaction(Buffer.from(wire, "base64")).signature : answer);
  const sendsTo = (upstream: ScriptedUpstream): readonly Asked[] =>
    upstream.asked.filter(({ method }) => method === "sendTransaction");

  for (const sending of ["once", "broadcast", "land"] as const) {
    it(`get a transaction that meets them, with their flags, under ${sending}`, async () => {
      build([
        { upstream: reader, id: "reader" },
        { upstream: route, id: "fast", route: fast },
      ]);
      expect(await send(tipped, sending)).to.equal(answerTo(tipped, sending, "sent"));
      expect(sendsTo(route)[0]?.params).to.deep.equal([
        tipped,
        { encoding: "base64", skipPreflight: true, maxRetries: 0 },
      ]);
      expect(sendsTo(reader)).to.deep.equal([]);
    });

    it(`are named in the error for a transaction that meets none of them, and get nothing, under ${sending}`, async () => {
      const second = { ...fast, leastTip: 5000, tipAccounts: [otherTip] };
      build([
        { upstream: reader, id: "reader" },
        { upstream: route, id: "fast", route: fast },
        { upstream: reader, id: "slow", route: second, provider: "slow-service" },
      ]);
      const error = await errorOf(send(plain, sending));
      expect(error.message).to.equal(
        "No upstream of network test accepts this call: " +
          `fast needs a tip of at least 1000 lamports to one of its 2 tip accounts, such as ${tipAccount}, and gets 999; ` +
          `slow needs a tip of at least 5000 lamports to ${otherTip}, and gets 0. ` +
          "Meet one of these demands, or add an upstream that has none.",
      );
      expect(error.data).to.deep.include({ reason: "no-route", network: "test" });
      expect(error.data?.routes).to.have.length(2);
      expect([...sendsTo(route), ...sendsTo(reader)]).to.deep.equal([]);
    });

    it(`are skipped for an upstream without demands, under ${sending}`, async () => {
      reader.script = ({ method }) =>
        method === "sendTransaction" ? '"by a node"' : '{"context":{"slot":1},"value":[null]}';
      build([
        { upstream: reader, id: "node", for: ["reads", "sends"], tier: 2 },
        { upstream: route, id: "fast", route: fast },
      ]);
      expect(await send(plain, sending)).to.equal(answerTo(plain, sending, "by a node"));
      expect(sendsTo(route)).to.deep.equal([]);
    });
  }

  it("go before another tier while they are met", async () => {
    build([
      { upstream: reader, id: "node", for: ["reads", "sends"], tier: 2 },
      { upstream: route, id: "fast", route: fast },
    ]);
    for (let turn = 0; turn < 5; turn += 1) expect(await send(tipped)).to.equal('"sent"');
  });

  it("get no call that explicitly requests preflight", async () => {
    build([
      { upstream: reader, id: "reader" },
      { upstream: route, id: "fast", route: fast },
    ]);
    const error = await errorOf(send(tipped, "once", { skipPreflight: false }));
    expect(error.message).to.contain("fast does no preflight, and the call asks for it");
  });

  it("get the bytes of a transaction in base 58 as base 64", async () => {
    build([
      { upstream: reader, id: "reader" },
      { upstream: route, id: "fast", route: fast },
    ]);
    const text = encodeBase58(Buffer.from(tipped, "base64"));
    expect(await bench.ask("sendTransaction", JSON.stringify([text]))).to.equal('"sent"');
    expect(sendsTo(route)[0]?.params).to.deep.include(tipped);
  });

  it("are never probed, and make no network healthy", async () => {
    build([
      { upstream: reader, id: "reader" },
      { upstream: route, id: "fast", route: fast },
    ]);
    reader.facts.healthy = false;
    const status = await bench.upstreams.check(bench.network);
    expect(status.healthy).to.equal(false);
    expect(status.upstreams.map((upstream) => upstream.route)).to.deep.equal([undefined, "fast"]);
    expect(route.asked).to.deep.equal([]);
  });

  it("get no read, no airdrop, and nothing else that they do not serve", async () => {
    build([
      { upstream: reader, id: "reader" },
      { upstream: route, id: "fast", route: fast },
    ]);
    await bench.ask("getBalance", '["11111111111111111111111111111111"]');
    expect(
      (await errorOf(bench.ask("requestAirdrop", '["11111111111111111111111111111111",1]'))).message,
    ).to.contain("is configured for requestAirdrop");
    expect(route.asked).to.deep.equal([]);
  });

  it("are tried again once they are back", async () => {
    build([
      { upstream: reader, id: "node", for: ["reads", "sends"], tier: 2 },
      { upstream: route, id: "fast", route: fast },
    ]);
    await route.stop();
    for (let turn = 0; turn < 8; turn += 1) expect(await send(tipped)).to.equal('"read"');
    await route.start();
    let answer = "";
    while (answer !== '"sent"') answer = await send(tipped);
  });

  it("are listed as unfit for a transaction that is not sent to them", async () => {
    reader.script = ({ method }) =>
      method === "sendTransaction" ? '"taken"' : '{"context":{"slot":1},"value":[null]}';
    build([
      { upstream: reader, id: "node", for: ["reads", "sends"] },
      { upstream: route, id: "fast", route: fast },
    ]);
    await send(plain, "land");
    await until(() => sendsTo(reader).length >= 2, "it is sent again");
    const { signature } = readTransaction(Buffer.from(plain, "base64"));
    const pending = bench.upstreams.landing.find("test", signature);
    expect([...(pending?.unfitReasons ?? [])].map(([name]) => name)).to.deep.equal(["fast"]);
    expect(sendsTo(route)).to.deep.equal([]);
  });

  it("cost nothing if there are none: transactions are not read", () => {
    build([{ upstream: reader, id: "node", for: ["reads", "sends"] }]);
    const call = Object.defineProperty(callOf(bench.network, "sendTransaction", "[]"), "params", {
      get: () => expect.fail("its parameters were read"),
    });
    const passed: UpstreamCall[] = [];
    const next = (one: UpstreamCall) => {
      passed.push(one);
      return Promise.resolve(RawJson.fromText('"sent"'));
    };
    void withRoutes({ get: (network) => bench.upstreams.set(network) })(next)(call);
    expect(passed).to.deep.equal([call]);
  });

  describe("for bundles", () => {
    const engine: RouteProfile = {
      ...fast,
      maxRetries: undefined,
      methods: {
        sendTransaction: "/transactions",
        sendBundle: "/bundles",
        getBundleStatuses: "/statuses",
        getTipAccounts: "",
      },
      bundleSize: 2,
    };
    let paths: (string | undefined)[];
    beforeEach(() => {
      paths = [];
      route.script = (asked) => {
        paths.push(asked.path);
        return asked.method === "sendBundle" ? '"bundle"' : "[]";
      };
    });
    const both = () =>
      build([
        { upstream: reader, id: "node", for: ["reads", "sends"] },
        { upstream: route, id: "engine", route: engine, provider: "jito" },
      ]);
    const bundleOf = (...wires: readonly string[]) => JSON.stringify([wires, { encoding: "base64" }]);

    it("get a bundle and its status queries, each at its own path, and a node gets neither", async () => {
      both();
      expect(await bench.ask("sendBundle", bundleOf(plain, tipped))).to.equal('"bundle"');
      expect(await bench.ask("getBundleStatuses", '[["x"]]')).to.equal("[]");
      expect(await bench.ask("getTipAccounts")).to.equal("[]");
      expect(paths).to.deep.equal(["/bundles", "/statuses", "/"]);
      expect(reader.asked).to.deep.equal([]);
    });

    it("refuse one in which no transaction tips enough, and one that is too long", async () => {
      both();
      expect((await errorOf(bench.ask("sendBundle", bundleOf(plain, plain)))).message).to.contain(
        "engine needs a tip of at least 1000 lamports",
      );
      expect((await errorOf(bench.ask("sendBundle", bundleOf(tipped, tipped, tipped)))).message).to.contain(
        "engine takes bundles of at most 2 transactions, and this one has 3",
      );
      expect(route.asked).to.deep.equal([]);
    });

    it("get a bundle once, even if the response is lost", async () => {
      const second = await new ScriptedUpstream(() => '"bundle"').start();
      build([
        { upstream: reader, id: "node" },
        { upstream: route, id: "engine", route: engine, provider: "jito" },
        { upstream: second, id: "other", route: engine, provider: "jito", tier: 2 },
      ]);
      route.script = (_asked, _response, socket) => void socket.destroy() as undefined;
      for (const sending of ["once", "broadcast", "land"] as const) {
        const error = await errorOf(bench.ask("sendBundle", bundleOf(tipped), { sending }));
        expect(error.data?.reason).to.equal("upstream-unreachable");
      }
      expect([route.count("sendBundle"), second.count("sendBundle")]).to.deep.equal([3, 0]);
      await second.stop();
    });

    it("have their errors passed on unchanged", async () => {
      both();
      route.script = (asked, response) =>
        respondError(
          response,
          asked,
          -32602,
          "bundle contains an already processed transaction",
        ) as undefined;
      const error = await errorOf(bench.ask("sendBundle", bundleOf(tipped)));
      expect([error.code, error.message]).to.deep.equal([
        -32602,
        "bundle contains an already processed transaction",
      ]);
      expect(route.count("sendBundle")).to.equal(1);
    });

    it("are named in the error if no upstream is known to serve them", async () => {
      build([{ upstream: reader, id: "node", for: ["reads", "sends"], provider: "node" }]);
      const error = await errorOf(bench.ask("sendBundle", bundleOf(tipped)));
      expect(error.code).to.equal(-32601);
      expect(error.message).to.contain("sendBundle is served by Helius, Jito, QuickNode and Triton");
      expect(reader.asked).to.deep.equal([]);
    });

    it("may be served by an upstream whose settings name the method", async () => {
      build([{ upstream: reader, id: "node", for: ["reads", "sends"], allow: ["*"] }]);
      expect(await bench.ask("sendBundle", bundleOf(tipped))).to.equal('"read"');
    });
  });
});

describe("the tips of a transaction", () => {
  const lamports = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  for (const version of ["legacy", 0, 1] as const)
    it(`of version ${version} meet a demand exactly if one transfer to a tip account is high enough`, async () => {
      const to = fc.constantFrom(tipAccount, otherTip, hashOf(13));
      const transfers = fc.array(fc.record({ to, lamports }), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(transfers, fc.nat(Number.MAX_SAFE_INTEGER), async (made, leastTip) => {
          const contents = readContents(
            JSON.stringify([await makeTransaction({ version, transfers: made }), { encoding: "base64" }]),
          );
          const isEnough = made.some((one) => one.to !== hashOf(13) && one.lamports >= BigInt(leastTip));
          expect(unmetDemand({ ...fast, leastTip }, contents) === undefined).to.equal(isEnough);
        }),
        { numRuns: runs(200) },
      );
    });

  it("do not include transfers to an account of a lookup table", async () => {
    const transfers = [{ to: tipAccount, lamports: 5000n }];
    const wire = await makeTransaction({
      transfers,
      lookupTable: { address: hashOf(77), holds: [tipAccount] },
    });
    expect(readContents(JSON.stringify([wire, { encoding: "base64" }])).transfers).to.deep.equal([]);
    expect(readTransaction(Buffer.from(wire, "base64")).version).to.equal(0);
  });

  it("are not found in any other bytes or parameters", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), fc.anything(), (bytes, config) => {
        const text = Buffer.from(bytes).toString("base64");
        const contents = readContents(JSON.stringify([text, config ?? {}]) ?? "");
        expect(contents.transfers.every(({ lamports: paid }) => paid >= 0n)).to.equal(true);
      }),
      { numRuns: runs(2000) },
    );
    for (const params of ["", "{}", "[", "[1]", '["x",1]', "[[1,2]]", `[${"[".repeat(5000)}`])
      expect(readContents(params).transfers, params.slice(0, 20)).to.deep.equal([]);
  });
});
