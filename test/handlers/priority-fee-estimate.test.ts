import { expect } from "chai";
import { encodeBase58 } from "../../src/text/base58.ts";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";
import { hashOf, makeTransaction, testPayer } from "../transaction/made-transactions.ts";
import { errorOf, respondError, ScriptedUpstream } from "../upstream/harness.ts";

const method = "getPriorityFeeEstimate";
const [busy, quiet] = [hashOf(1), hashOf(2)];
/** Lowest fees of blocks, by slot from the oldest on: of 1 to 100, and 50 blocks in which no one had to pay. */
const floors = [...Array.from({ length: 100 }, (_, at) => (at + 1) * 1000), ...new Array<number>(50).fill(0)];

describe("a priority fee estimate", () => {
  let node: ScriptedUpstream;
  let gateway: LiveGateway;

  beforeEach(async () => {
    node = await new ScriptedUpstream((asked, response) => {
      if (asked.method === method && asked.headers["x-serves"] !== "estimates")
        return respondError(response, asked, -32601, "Method not found") as undefined;
      if (asked.method === method) return '{"priorityFeeEstimate":123.5}';
      const [accounts] = asked.params as [string[]];
      const market = accounts.includes(busy) ? floors : floors.map(() => 0);
      return JSON.stringify(market.map((prioritizationFee, at) => ({ slot: 1000 + at, prioritizationFee })));
    }).start();
    gateway = await createLiveGateway({ live: node.url });
  });
  afterEach(async () => {
    await gateway.service.close();
    await node.stop();
  });

  const estimate = (params: object | readonly unknown[], options = {}) =>
    gateway.call<Record<string, unknown>>(method, params, options);
  const asked = () => node.asked.map((one) => one.method);

  it("is computed from floors above zero where no upstream serves it, and says so", async () => {
    expect(await estimate({ accountKeys: [busy] })).to.deep.equal({
      priorityFeeEstimate: 50_000,
      source: "computed",
    });
    expect(asked()).to.deep.equal(["getRecentPrioritizationFees"]);
  });

  it("is not computed from a fee that no transaction can offer", async () => {
    node.script = () => '[{"slot":1000,"prioritizationFee":18446744073709551616}]';
    const error = await errorOf(estimate({ accountKeys: [busy] }));
    expect(error.message).to.contain("a fee of more than 64 bits");
  });

  it("has all levels if they are asked for", async () => {
    const options = { includeAllPriorityFeeLevels: true, priorityLevel: "VeryHigh" };
    expect(await estimate({ accountKeys: [quiet, busy], options })).to.deep.equal({
      priorityFeeEstimate: 95_000,
      priorityFeeLevels: {
        min: 1000,
        low: 25_000,
        medium: 50_000,
        high: 75_000,
        veryHigh: 95_000,
        unsafeMax: 100_000,
      },
      source: "computed",
    });
  });

  it("is the same in the ledger's own form and dialect", async () => {
    const params = [{ accountKeys: [busy], options: { priorityLevel: "High" } }];
    for (const dialect of ["gateway", "ledger"] as const)
      expect(await estimate(params, { dialect })).to.deep.equal({
        priorityFeeEstimate: 75_000,
        source: "computed",
      });
  });

  const looks: [what: string, options: object, fee: number][] = [
    ["looks at the newest blocks alone", { lookbackSlots: 60 }, 95_000],
    ["counts blocks without a fee as zero if asked to", { evaluateEmptySlotAsZero: true }, 25_000],
    ["recommends the level that is asked for where it is high enough", { recommended: true }, 50_000],
  ];
  for (const [what, options, fee] of looks)
    it(what, async () => {
      expect(await estimate({ accountKeys: [busy], options })).to.include({ priorityFeeEstimate: fee });
    });

  it("is zero if no one paid, while the recommended fee is not", async () => {
    expect(await estimate({ accountKeys: [quiet] })).to.include({ priorityFeeEstimate: 0 });
    expect(await estimate({ accountKeys: [quiet], options: { recommended: true } })).to.include({
      priorityFeeEstimate: 10_000,
    });
  });

  for (const version of ["legacy", 0, 1] as const)
    it(`of a version ${version} transaction is that of the accounts that it writes, with the total in lamports`, async () => {
      const transaction = await makeTransaction({
        version,
        transfers: [{ to: busy, lamports: 1n }],
        computeUnitLimit: 30_001,
      });
      expect(await estimate({ transaction, options: { transactionEncoding: "Base64" } })).to.deep.equal({
        priorityFeeEstimate: 50_000,
        priorityFeeLamports: 1501,
        source: "computed",
      });
      const [[accounts] = []] = node.asked.map(({ params }) => params as [string[]]);
      expect(accounts).to.have.members([(await testPayer()).address, busy]);
    });

  it("reads a transaction as base 58 by default, and has no total without a limit of compute units", async () => {
    const wire = await makeTransaction({ transfers: [{ to: busy, lamports: 1n }] });
    expect(await estimate({ transaction: encodeBase58(Buffer.from(wire, "base64")) })).to.deep.equal({
      priorityFeeEstimate: 50_000,
      source: "computed",
    });
  });

  const wrong: [what: string, params: object, error: string][] = [
    [
      "a level that is none",
      { accountKeys: [busy], options: { priorityLevel: "Highest" } },
      'options.priorityLevel must be Min, Low, Medium, High, VeryHigh or UnsafeMax, got "Highest"',
    ],
    [
      "an encoding that is none",
      { transaction: "x", options: { transactionEncoding: "hex" } },
      'options.transactionEncoding must be base58 or base64, got "hex"',
    ],
    [
      "base64 where nothing is said",
      { transaction: "AQlI/w==" },
      'transaction is not base-58 text: "l" is not a base-58 character; for base64, set options.transactionEncoding to base64',
    ],
    [
      "text that is no transaction",
      { transaction: "AAAA", options: { transactionEncoding: "base64" } },
      "transaction ",
    ],
  ];
  for (const [what, params, fault] of wrong)
    it(`refuses ${what}`, async () => {
      const { code, message } = await errorOf(estimate(params));
      expect(code).to.equal(-32602);
      expect(message).to.contain(`Invalid params for getPriorityFeeEstimate: ${fault}`);
    });

  it("is the upstream's own if its provider serves it, and is computed if that fails", async () => {
    await gateway.service.close();
    const upstreams = (serves: string) => ({
      providers: { fees: { name: "Fees", hosts: ["127.0.0.1"], extra_methods: [method] } },
      svm_networks: { live: { upstreams: [{ url: node.url, headers: { "x-serves": serves } }] } },
    });
    gateway = await createLiveGateway({ live: node.url }, upstreams("estimates"));
    expect(await gateway.text(method, { accountKeys: [busy] })).to.equal('{"priorityFeeEstimate":123.5}');
    await gateway.service.close();
    gateway = await createLiveGateway({ live: node.url }, upstreams("nothing"));
    expect(await estimate({ accountKeys: [busy] })).to.include({ source: "computed" });
  });

  it("fails with the ledger's error if its fees can't be read", async () => {
    node.script = (one, response) =>
      respondError(response, one, -32602, "Too many inputs provided; max 128") as undefined;
    expect((await errorOf(estimate({ accountKeys: [busy] }))).message).to.equal(
      "Too many inputs provided; max 128",
    );
  });
});
