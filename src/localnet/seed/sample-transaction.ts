import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { decodeBase58, encodeBase58 } from "../../contract/base58.ts";
import { systemProgram } from "./sample-accounts.ts";

/** A wallet of this process alone, which pays for the sample transactions. */
export interface Payer {
  readonly address: string;
  readonly key: KeyObject;
}

/** Bytes before the key itself in the form that Node exports. */
const spkiHeader = 12;

/** Makes a wallet. */
export function createPayer(): Payer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ type: "spki", format: "der" }).subarray(spkiHeader);
  return { address: encodeBase58(bytes), key: privateKey };
}

/** A signed transfer, in base64, which names further addresses too, so that their histories list it. */
export function sampleTransfer(
  payer: Payer,
  transfer: {
    readonly to: string;
    readonly lamports: bigint;
    readonly naming: readonly string[];
    readonly blockhash: string;
  },
): string {
  const { to, lamports, naming, blockhash } = transfer;
  const keys = [payer.address, to, systemProgram, ...naming];
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  const accounts = [0, 1, ...naming.map((_name, index) => 3 + index)];
  const message = Buffer.concat([
    // One signer; the programs and what is only named are read.
    Buffer.from([1, 0, 1 + naming.length, keys.length]),
    ...keys.map((key) => decodeBase58(key)),
    decodeBase58(blockhash),
    Buffer.from([1, 2, accounts.length, ...accounts, data.length]),
    data,
  ]);
  return Buffer.concat([Buffer.from([1]), sign(null, message, payer.key), message]).toString("base64");
}
