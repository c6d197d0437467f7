import { expect } from "chai";
import fc from "fast-check";
import {
  InvalidTransactionError,
  readTransaction,
  transactionBytes,
} from "../../src/transaction/read-transaction.ts";
import { runs } from "../property-runs.ts";
import { hashOf, makeTransaction, testPayer } from "./made-transactions.ts";

const hash32 = fc.integer({ min: 1, max: 2 ** 32 - 1 }).map(hashOf);
const lamports = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe("reading a transaction", () => {
  for (const version of ["legacy", 0, 1] as const) {
    it(`of version ${version} finds what it was built of`, async () => {
      const payer = await testPayer();
      const made = fc.record({
        lifetime: hash32,
        nonceAccount: fc.option(hash32, { nil: undefined }),
        transfers: fc.array(fc.record({ to: hash32, lamports }), { maxLength: 8 }),
        computeUnitLimit: fc.option(fc.integer({ min: 0, max: 1_400_000 }), { nil: undefined }),
        computeUnitPrice: fc.option(lamports, { nil: undefined }),
        priorityFee: fc.option(lamports, { nil: undefined }),
      });
      await fc.assert(
        fc.asyncProperty(made, async (parts) => {
          const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
          const read = readTransaction(Buffer.from(await makeTransaction({ ...given, version }), "base64"));
          expect(read).to.deep.include({
            version,
            lifetime: parts.lifetime,
            nonceAccount: parts.nonceAccount,
            transfers: parts.transfers,
            computeUnitLimit: parts.computeUnitLimit,
          });
          const written = [payer.address, parts.nonceAccount, ...parts.transfers.map(({ to }) => to)];
          expect(new Set(read.writable)).to.deep.equal(new Set(written.filter((one) => one !== undefined)));
        }),
        { numRuns: runs(300) },
      );
    });

    it(`of version ${version} gives the signature that nodes call it by`, async () => {
      const text = await makeTransaction({ version });
      const bytes = Buffer.from(text, "base64");
      const signature = version === 1 ? bytes.subarray(-64) : bytes.subarray(1, 65);
      expect(transactionBytes(readTransaction(bytes).signature, "base58")).to.deep.equal(signature);
    });

    it(`of version ${version} refuses it cut short or made longer`, async () => {
      const bytes = Buffer.from(
        await makeTransaction({ version, transfers: [{ to: hashOf(2), lamports: 1n }] }),
        "base64",
      );
      for (let length = 0; length < bytes.length; length += 1)
        expect(() => readTransaction(bytes.subarray(0, length)), String(length)).to.throw(
          InvalidTransactionError,
        );
      expect(() => readTransaction(Buffer.concat([bytes, Buffer.alloc(1)]))).to.throw(
        InvalidTransactionError,
        "has 1 bytes after its end",
      );
    });

    it(`of version ${version} with any byte changed succeeds or throws a worded error`, async () => {
      const bytes = Buffer.from(
        await makeTransaction({ version, transfers: [{ to: hashOf(2), lamports: 1n }] }),
        "base64",
      );
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
          const changed = Buffer.from(bytes);
          changed[at] = byte;
          expectReadOrFault(changed);
        }),
        { numRuns: runs(3000) },
      );
    });
  }

  it("of any bytes succeeds or throws a worded error", () => {
    const first = fc.constantFrom(0, 1, 2, 0x80, 0x81, 0x82, 0xff);
    fc.assert(
      fc.property(first, fc.uint8Array({ maxLength: 1300 }), (byte, rest) =>
        expectReadOrFault(Buffer.concat([Buffer.from([byte]), rest])),
      ),
      { numRuns: runs(5000) },
    );
  });

  it("refuses more bytes than nodes take", () => {
    expect(() => readTransaction(new Uint8Array(1233))).to.throw("has 1233 bytes; nodes take 1232 at most");
    expect(() => readTransaction(Buffer.alloc(4097, 0x81))).to.throw(
      "has 4097 bytes; nodes take 4096 at most",
    );
  });

  it("refuses text that is not a transaction", () => {
    expect(() => transactionBytes("0OIl", "base58")).to.throw(InvalidTransactionError, "is not base-58 text");
    expect(() => transactionBytes("1".repeat(6000), "base58")).to.throw(
      "has 6000 characters; nodes take 5464 at most",
    );
  });
});

function expectReadOrFault(bytes: Uint8Array): void {
  try {
    readTransaction(bytes);
  } catch (caught) {
    expect(caught).to.be.instanceOf(InvalidTransactionError);
  }
}
