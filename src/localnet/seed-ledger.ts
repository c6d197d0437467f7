import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { decodeBase58, encodeBase58 } from "../text/base58.ts";
import { sampleWallet } from "./sample-wallet.ts";

const callTimeoutMs = 5000;
const voteProgram = "Vote111111111111111111111111111111111111111";

/** Adds the accounts and transactions that the document's examples use to an embedded ledger. */
export async function seedLedger(rpcUrl: string): Promise<void> {
  const payer = createPayer();
  const payerAccount = {
    address: payer.address,
    owner: systemProgram,
    lamports: 1e9,
    data: Buffer.alloc(0),
  };
  await Promise.all(
    [...sampleAccounts, payerAccount].map(({ address, owner, lamports, data }) =>
      call(rpcUrl, "surfnet_setAccount", [
        address,
        { owner, lamports, data: data.toString("hex"), executable: false },
      ]),
    ),
  );
  const { value } = (await call(rpcUrl, "getLatestBlockhash", [])) as { value: { blockhash: string } };
  for (const lamports of [1_000_000n, 2_000_000n]) {
    const transaction = sampleTransfer(payer, {
      to: sampleWallet,
      lamports,
      mentions: [voteProgram],
      blockhash: value.blockhash,
    });
    await call(rpcUrl, "sendTransaction", [transaction, { encoding: "base64", skipPreflight: true }]);
  }
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

interface SampleAccount {
  readonly address: string;
  readonly owner: string;
  readonly lamports: number;
  readonly data: Buffer;
}

const systemProgram = "11111111111111111111111111111111";

const programs = {
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  stake: "Stake11111111111111111111111111111111111111",
} as const;

const holder = "A1TMhSGzQxMr1TboBKtgixKz1sS6REASMxPo1qsyTSJd";
const delegate = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const dollarMint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const pointMint = "3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E";

/** Wallets, two mints, their holders and a stake account, at the addresses in the document's examples. */
const sampleAccounts: readonly SampleAccount[] = [
  wallet(sampleWallet, 88_849_814_690_250),
  wallet("vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg", 88_849_814_690_250),
  wallet(holder, 2_000_000_000),
  wallet("EyMjaLovB1dAJGxPyXppTfsuQZRHkr5obQigLD8DFt3h", 1_000_000_000),
  wallet("6dmNQ5jwLeLk5REvio1JcMshcbvkYMwy26sJ8pbkvStu", 1_000_000_000),
  token(dollarMint, mint({ authority: holder, supply: 420_000_001_000_000n, decimals: 6 })),
  token(pointMint, mint({ authority: sampleWallet, supply: 100_000n, decimals: 2 })),
  token(
    "BGocb4GEpbTFm8UFV2VsDSaBXHELPfAXrvd4vtt8QWrA",
    holding({
      mint: dollarMint,
      owner: holder,
      amount: 420_000_000_000_000n,
      delegate,
      delegated: 5_000_000n,
    }),
  ),
  token(
    "FYjHNoFtSQ5uijKrZFyYAxvEr87hsKXkXcxkcmkBAf4r",
    holding({ mint: dollarMint, owner: sampleWallet, amount: 1_000_000n }),
  ),
  token(
    "7fUAJdStEuGbc3sM84cKRL6yYaaSstyLSU4ve5oovLS7",
    holding({ mint: pointMint, owner: sampleWallet, amount: 9864n }),
  ),
  {
    address: "CYRJWqiSjLitBAcRxPvWpgX3s5TvmN2SuRY3eEYypFvT",
    owner: programs.stake,
    lamports: 200_000_000,
    data: stake({
      authority: sampleWallet,
      voter: "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg",
      amount: 197_717_120n,
    }),
  },
];

function wallet(address: string, lamports: number): SampleAccount {
  return { address, owner: systemProgram, lamports, data: Buffer.alloc(0) };
}

function token(address: string, data: Buffer): SampleAccount {
  return { address, owner: programs.token, lamports: 2_039_280, data };
}

/** Layout of a mint of the classic token program: 82 bytes. */
function mint(fields: {
  readonly authority: string;
  readonly supply: bigint;
  readonly decimals: number;
}): Buffer {
  return Buffer.concat([
    optionalAddress(fields.authority),
    u64(fields.supply),
    Buffer.from([fields.decimals, 1]),
    optionalAddress(fields.authority),
  ]);
}

/** Layout of a token account: 165 bytes. */
function holding(fields: {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly delegate?: string;
  readonly delegated?: bigint;
}): Buffer {
  return Buffer.concat([
    decodeBase58(fields.mint),
    decodeBase58(fields.owner),
    u64(fields.amount),
    optionalAddress(fields.delegate),
    Buffer.from([1]),
    Buffer.alloc(12),
    u64(fields.delegated ?? 0n),
    optionalAddress(undefined),
  ]);
}

/** Layout of a delegated stake account: 200 bytes. */
function stake(fields: {
  readonly authority: string;
  readonly voter: string;
  readonly amount: bigint;
}): Buffer {
  const rate = Buffer.alloc(8);
  rate.writeDoubleLE(0.25);
  const state = Buffer.concat([
    u32(2),
    u64(2_282_880n),
    decodeBase58(fields.authority),
    decodeBase58(fields.authority),
    // No lockup.
    Buffer.alloc(48),
    decodeBase58(fields.voter),
    u64(fields.amount),
    u64(0n),
    u64(2n ** 64n - 1n),
    rate,
    u64(0n),
  ]);
  return Buffer.concat([state, Buffer.alloc(200 - state.length)]);
}

function optionalAddress(address: string | undefined): Buffer {
  return Buffer.concat([
    u32(address === undefined ? 0 : 1),
    address === undefined ? Buffer.alloc(32) : decodeBase58(address),
  ]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** A generated wallet that pays for the sample transactions. */
interface Payer {
  readonly address: string;
  readonly key: KeyObject;
}

/** Length of the header before the key in SPKI, Node's export format. */
const spkiHeaderBytes = 12;

function createPayer(): Payer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ type: "spki", format: "der" }).subarray(spkiHeaderBytes);
  return { address: encodeBase58(bytes), key: privateKey };
}

/** Signs a transfer that mentions further addresses, to appear in their histories. Returns base64. */
function sampleTransfer(
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
