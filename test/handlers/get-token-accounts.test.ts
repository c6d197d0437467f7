import { expect } from "chai";
import { createLiveLedger, type LiveLedger } from "../contract/live-ledger.ts";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";

interface Accounts {
  readonly context: { readonly slot: number };
  readonly value: readonly { readonly pubkey: string; readonly account: { readonly owner: string } }[];
}

const classic = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const newer = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

describe("the token accounts of a wallet on the embedded ledger", () => {
  let ledger: LiveLedger;
  let gateway: LiveGateway;
  before(async () => {
    ledger = await createLiveLedger();
    gateway = await createLiveGateway({ live: ledger.node.rpcUrl });
  });
  after(() => gateway.service.close());

  const owner = () => ledger.payer.publicKey.toBase58();
  const ask = async (params: readonly unknown[] | object) =>
    (await gateway.call("getTokenAccountsByOwner", params as unknown[])) as Accounts;

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
