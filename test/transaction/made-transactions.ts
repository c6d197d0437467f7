import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { encodeBase58 } from "../../src/text/base58.ts";

const systemProgram = address("11111111111111111111111111111111");
const budgetProgram = address("ComputeBudget111111111111111111111111111111");

/** What a test's transaction is made of. */
interface MadeTransaction {
  readonly version?: "legacy" | 0 | 1;
  /** 32 bytes, base-58. */
  readonly lifetime?: string;
  readonly nonceAccount?: string;
  readonly transfers?: readonly { readonly to: string; readonly lamports: bigint }[];
  readonly computeUnitLimit?: number;
  readonly computeUnitPrice?: bigint;
  readonly priorityFee?: bigint;
  /** A lookup table that holds some of its accounts (version 0 alone). */
  readonly lookupTable?: { readonly address: string; readonly holds: readonly string[] };
  /** Makes it another one than those with other numbers. */
  readonly memo?: string;
}

/** The base-58 text of 32 bytes that begin with a number. */
export function hashOf(number: number): string {
  const bytes = Buffer.alloc(32, 7);
  bytes.writeUInt32LE(number);
  return encodeBase58(bytes);
}

let payer: Promise<KeyPairSigner> | undefined;

/** The payer of all transactions of tests. */
export function testPayer(): Promise<KeyPairSigner> {
  payer ??= createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(5));
  return payer;
}

/** A signed transaction as the client library kit builds it, in base-64. */
export async function makeTransaction(made: MadeTransaction = {}): Promise<string> {
  const { version = 0, lifetime = hashOf(1), nonceAccount, memo } = made;
  const signer = await testPayer();
  const instructions: Instruction[] = [];
  if (version !== 1 && made.computeUnitLimit !== undefined)
    instructions.push(budget(2, made.computeUnitLimit));
  if (version !== 1 && made.computeUnitPrice !== undefined)
    instructions.push(budget(3, made.computeUnitPrice));
  for (const { to, lamports } of made.transfers ?? [])
    instructions.push(transfer(signer.address, address(to), lamports));
  if (memo !== undefined)
    instructions.push({
      programAddress: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      data: new TextEncoder().encode(memo),
    });
  const message = pipe(
    createTransactionMessage({ version: version as 0 }),
    (empty) => setTransactionMessageFeePayerSigner(signer, empty),
    (paid) =>
      nonceAccount === undefined
        ? setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash(lifetime), lastValidBlockHeight: 1n },
            paid,
          )
        : setTransactionMessageLifetimeUsingDurableNonce(
            {
              nonce: lifetime as never,
              nonceAccountAddress: address(nonceAccount),
              nonceAuthorityAddress: signer.address,
            },
            paid,
          ),
    (living) => appendTransactionMessageInstructions(instructions, living),
  );
  const config = {
    ...(made.computeUnitLimit !== undefined && { computeUnitLimit: made.computeUnitLimit }),
    ...(made.priorityFee !== undefined && { priorityFeeLamports: made.priorityFee }),
  };
  const { lookupTable } = made;
  const shortened =
    lookupTable === undefined
      ? message
      : compressTransactionMessageUsingAddressLookupTables(message, {
          [address(lookupTable.address)]: lookupTable.holds.map((held) => address(held)),
        });
  const configured = version === 1 ? setTransactionMessageConfig(config, message as never) : shortened;
  return getBase64EncodedWireTransaction(
    await signTransactionMessageWithSigners(configured as typeof message),
  );
}

function transfer(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return {
    programAddress: systemProgram,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

function budget(kind: number, value: number | bigint): Instruction {
  const data = new Uint8Array(kind === 2 ? 5 : 9);
  const view = new DataView(data.buffer);
  view.setUint8(0, kind);
  if (typeof value === "number") view.setUint32(1, value, true);
  else view.setBigUint64(1, value, true);
  return { programAddress: budgetProgram, data };
}
