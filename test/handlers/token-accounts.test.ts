import { expect } from "chai";
import type { UpstreamCall } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { address, createTestGateway, type TestGateway } from "../gateway/harness.ts";
import { useLiveLedger } from "../gateway/live-gateway.ts";

interface Accounts {
  readonly context: { readonly slot: number };
  readonly value: readonly { readonly pubkey: string; readonly account: { readonly owner: string } }[];
}

const classic = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const newer = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

describe("the token accounts of a wallet on the embedded ledger", () => {
  const live = useLiveLedger();

  const owner = () => live.ledger.payer.publicKey.toBase58();
  const ask = async (params: readonly unknown[] | object) =>
    (await live.gateway.call("getTokenAccountsByOwner", params as unknown[])) as Accounts;

  it("come from both token programs if only the owner is given, as the two lists joined", async () => {
    const both = await ask([owner()]);
    const single = await Promise.all(
      [classic, newer].map((programId) => ask({ ownerAddress: owner(), programId })),
    );
    expect(both.value.length).to.be.above(0);
    expect(both.value).to.deep.equal(single.flatMap(({ value }) => value));
    expect(both.context.slot).to.be.a("number");
  });

  it("have the encoding and commitment that the caller asks for", async () => {
    const { value } = await ask({
      ownerAddress: owner(),
      encoding: "jsonParsed",
      commitment: "confirmed",
    });
    expect(JSON.stringify(value[0])).to.include('"mint":');
  });

  it("are an empty list for a wallet without tokens", async () => {
    const { value } = await ask(["Vote111111111111111111111111111111111111111"]);
    expect(value).to.deep.equal([]);
  });
});

const list = '{"context":{"slot":7},"value":[{"pubkey":"x"}]}';
const ownedBy = (owner: string | null) =>
  `{"context":{"slot":5},"value":${owner === null ? "null" : `{"owner":"${owner}"}`}}`;
const ledgerError = (code: number, message = "words") =>
  RpcError.fromLedger(code, message, RawJson.fromText(JSON.stringify({ code, message })));

describe("the token accounts of a mint", () => {
  /** A gateway whose upstream says who owns the mint and answers the other methods as given. */
  const create = (owner: string | null, answers: Readonly<Record<string, string | RpcError>>) =>
    createTestGateway(({ upstreamMethod }: UpstreamCall) =>
      upstreamMethod === "getAccountInfo" ? ownedBy(owner) : (answers[upstreamMethod] ?? list),
    );
  const asked = ({ sent }: TestGateway) => sent.map(({ upstreamMethod }) => upstreamMethod);

  for (const dialect of ["gateway", "ledger"] as const) {
    it(`are the answer of an upstream that has the method, in the ${dialect} dialect`, async () => {
      const gateway = await create(classic, {});
      expect(await gateway.call("getTokenAccountsByMint", `["${address}"]`, { dialect })).to.equal(list);
      expect(asked(gateway)).to.deep.equal(["getAccountInfo", "getTokenAccountsByMint"]);
      expect(gateway.sent[1]?.params).to.include(`"programId":"${classic}"`);
    });

    it(`are searched for where no upstream has the method, in the ${dialect} dialect`, async () => {
      const gateway = await create(classic, { getTokenAccountsByMint: ledgerError(-32601) });
      const params = `["${address}",{"programId":"${newer}"}]`;
      expect(await gateway.call("getTokenAccountsByMint", params, { dialect })).to.equal(list);
      expect(asked(gateway)).to.deep.equal(["getTokenAccountsByMint", "getProgramAccounts"]);
      expect(gateway.sent[1]?.params).to.include('"withContext":true').and.include("tokenAccountState");
    });
  }

  it("are searched for in the program that owns the mint", async () => {
    const gateway = await create(newer, { getTokenAccountsByMint: ledgerError(-32601) });
    await gateway.call("getTokenAccountsByMint", `["${address}"]`);
    expect(gateway.sent[2]?.params).to.match(new RegExp(`^\\["${newer}"`));
  });

  it("are searched for where the upstream that has the method leaves the program out", async () => {
    const gateway = await create(classic, { getTokenAccountsByMint: ledgerError(-32010) });
    expect(await gateway.call("getTokenAccountsByMint", `["${address}"]`)).to.equal(list);
  });

  for (const owner of [null, "11111111111111111111111111111111"]) {
    it(`are an empty list for an address that is not a mint: owned by ${owner ?? "no program"}`, async () => {
      const gateway = await create(owner, {});
      expect(await gateway.call("getTokenAccountsByMint", `["${address}"]`)).to.equal(
        '{"context":{"slot":5},"value":[]}',
      );
      expect(asked(gateway)).to.deep.equal(["getAccountInfo"]);
    });
  }

  it("are refused with the reason of the upstream that has the method", async () => {
    const gateway = await create(classic, { getTokenAccountsByMint: ledgerError(-32602, "not now") });
    expect((await gateway.fault("getTokenAccountsByMint", `["${address}"]`)).message).to.equal("not now");
    expect(asked(gateway)).to.deep.equal(["getAccountInfo", "getTokenAccountsByMint"]);
  });

  it("are of one of the two token programs, at confirmed or finalized", async () => {
    const gateway = await create(classic, {});
    const errorOf = async (config: object) =>
      (await gateway.fault("getTokenAccountsByMint", JSON.stringify([address, config]))).message;
    expect(await errorOf({ programId: "11111111111111111111111111111111" })).to.include("programId must be");
    expect(await errorOf({ commitment: "processed" })).to.include("commitment must be");
  });
});
