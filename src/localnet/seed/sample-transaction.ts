import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { decodeBase58, encodeBase58 } from "../../contract/base58.ts";
import { systemProgram } from "./sample-accounts.ts";

/** A wallet created by this process that pays for the sample transactions. */
interface Payer {
  readonly address: string;
  readonly key: KeyObject;
}

/** Length of what precedes the key in SPKI, the format that Node exports. */
const spkiHeader = 12;

/** Creates a wallet with a random key. */
export function createPayer(): Payer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ type: "spki", format: "der" }).subarray(spkiHeader);
  return { address: encodeBase58(bytes), key: privateKey };
}

/** Signs a transfer that also mentions other addresses, so that it appears in their histories. Returns it in base64. */
export function sampleTransfer(
  payer: Payer,
  transfer: {
    readonly to: string;
    readonly lamports: bigint;
    readonly mentions: readonly string[];
    readonly blockhash: string;
  },
): string {
  const { to, lamports, mentions, blockhash } = transfer;
  const keys = [payer.address, to, systemProgram, ...mentions];
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  const accounts = [0, 1, ...mentions.map((_name, index) => 3 + index)];
  const message = Buffer.concat([
    // One signer; the programs and the mentioned addresses are read-only.
    Buffer.from([1, 0, 1 + mentions.length, keys.length]),
    ...keys.map((key) => decodeBase58(key)),
    decodeBase58(blockhash),
    Buffer.from([1, 2, accounts.length, ...accounts, data.length]),
    data,
  ]);
  return Buffer.concat([Buffer.from([1]), sign(null, message, payer.key), message]).toString("base64");
}
