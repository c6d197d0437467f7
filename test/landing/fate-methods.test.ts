import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { expect } from "chai";
import { useLiveLedger } from "../gateway/live-gateway.ts";

describe("the fate of a transaction, on an embedded ledger", () => {
  const live = useLiveLedger({ sending: "land" });

  /** A signed transfer with a blockhash that the gateway gives away. */
  async function transfer(lamports: number): Promise<string> {
    const { payer } = live.ledger;
    const { value } = await live.gateway.call<{ value: { blockhash: string } }>("getLatestBlockhash");
    const made = new Transaction().add(
      SystemProgram.transfer({
        fromPubkey: payer.publicKey,
        toPubkey: Keypair.generate().publicKey,
        lamports,
      }),
    );
    made.recentBlockhash = value.blockhash;
    made.feePayer = payer.publicKey;
    made.sign(payer);
    return made.serialize().toString("base64");
  }

  it("is in the answer of sendAndConfirmTransaction", async () => {
    const answer = await live.gateway.call<Record<string, unknown>>("sendAndConfirmTransaction", [
      await transfer(1_000_000),
    ]);
    expect(answer).to.include({ err: null });
    expect(answer.confirmationStatus).to.be.oneOf(["confirmed", "finalized"]);
    expect(answer.slot).to.be.a("number");
  });

  it("is shown by getTransactionFate, with the sends to each upstream", async () => {
    const { signature } = await live.gateway.call<{ signature: string }>("sendAndConfirmTransaction", {
      transaction: await transfer(1_000_001),
      until: "finalized",
    });
    const fate = await live.gateway.call<Record<string, unknown>>("getTransactionFate", [signature]);
    expect(fate).to.include({ signature, status: "landed", confirmationStatus: "finalized", err: null });
    expect(fate.routes).to.be.an("array");
  });

  it("is found for a transaction that another gateway sent, and unknown for one that was never sent", async () => {
    expect(await live.gateway.call("getTransactionFate", [live.ledger.signature])).to.include({
      status: "landed",
    });
    const nobodys =
      "5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv";
    expect(await live.gateway.call("getTransactionFate", [nobodys])).to.deep.equal({
      signature: nobodys,
      status: "unknown",
    });
  });

  it("is that each of fifty transactions succeeded", async () => {
    const answers: Record<string, unknown>[] = [];
    // Ten at a time: a blockhash of this ledger ends after 15 s, which a busy machine may take to sign and send fifty.
    for (let first = 2_000_000; first < 2_000_050; first += 10) {
      const sent = await Promise.all(Array.from({ length: 10 }, (_, at) => transfer(first + at)));
      const confirmed = sent.map((text) =>
        live.gateway.call<Record<string, unknown>>("sendAndConfirmTransaction", [text]),
      );
      answers.push(...(await Promise.all(confirmed)));
    }
    expect(answers.filter(({ err }) => err === null)).to.have.length(50);
  });
});
