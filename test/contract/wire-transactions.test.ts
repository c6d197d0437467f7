import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { expect } from "chai";
import { createTestGateway } from "../gateway/harness.ts";
import { recordingsOf } from "./recordings.ts";

const memoProgram = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const lifetime = {
  blockhash: blockhash("4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn"),
  lastValidBlockHeight: 1n,
};

/** A signed transaction of version 1 with a memo of this many bytes, in base-64. */
async function versionOne(memoBytes: number): Promise<string> {
  const payer = await generateKeyPairSigner();
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) =>
      appendTransactionMessageInstruction(
        { programAddress: memoProgram, data: new Uint8Array(memoBytes) },
        living,
      ),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

/** Bytes of a memo with which the whole transaction has as many as nodes take, and one of none. */
const mostMemoBytes = 3922;

describe("transactions as clients write them", () => {
  for (const [what, memoBytes, length] of [
    ["a small one", 0, 174],
    ["one above 1,232 bytes", 1500, 1674],
    ["one of 4,096 bytes", mostMemoBytes, 4096],
  ] as const) {
    for (const method of ["sendTransaction", "simulateTransaction"]) {
      it(`of version 1 reach the upstream as base64: ${what}, ${method}`, async () => {
        const text = await versionOne(memoBytes);
        const bytes = Buffer.from(text, "base64");
        expect([bytes[0], bytes.length]).to.deep.equal([0x81, length]);
        const gateway = await createTestGateway(() => '"ok"');
        await gateway.call(method, `["${text}"]`);
        expect(gateway.sent[0]?.params)
          .to.match(/^\["gQ/)
          .and.include(`"${text}"`)
          .and.include('"encoding":"base64"');
        await gateway.call(method, `["${text}",{"encoding":"base64"}]`, { dialect: "ledger" });
        expect(gateway.sent[1]?.params).to.equal(`["${text}",{"encoding":"base64"}]`);
      });
    }
  }

  it("of version 1 are refused in the gateway dialect above 4,096 bytes", async () => {
    const gateway = await createTestGateway(() => '"ok"');
    const error = await gateway.fault("sendTransaction", `["${await versionOne(mostMemoBytes + 3)}"]`);
    expect([error.kind, gateway.sent.length]).to.deep.equal(["invalidParams", 0]);
  });

  for (const node of ["agave-3.1.10", "agave-4.4.0"]) {
    for (const method of ["sendTransaction", "simulateTransaction"]) {
      it(`need no encoding in the gateway dialect: those that ${node} took by ${method}`, async () => {
        const taken = recordingsOf(node, method).filter(({ answer }) => "result" in answer);
        expect(taken.length).to.be.above(5);
        for (const { note, params } of taken) {
          const [text, config] = params as [string, { readonly encoding?: string } | undefined];
          const gateway = await createTestGateway(() => '"ok"');
          await gateway.call(method, JSON.stringify([text]));
          const encoding = (config?.encoding ?? "base58") === "base64" ? "base64" : "base58";
          expect(gateway.sent[0]?.params, note).to.include(`"encoding":"${encoding}"`);
        }
      });
    }
  }
});
