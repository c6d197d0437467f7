import { getBase58Decoder } from "@solana/kit";
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { type EmbeddedNode, startNode } from "../../embedded-node.ts";

/** An embedded ledger with a payer. */
export class EmbeddedLedger {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly payer: Keypair;
  readonly connection: Connection;

  static async start(): Promise<EmbeddedLedger> {
    return new EmbeddedLedger(await startNode());
  }

  private constructor({ rpcUrl, wsUrl, payerSecretKey }: EmbeddedNode) {
    this.rpcUrl = rpcUrl;
    this.wsUrl = wsUrl;
    this.payer = Keypair.fromSecretKey(Uint8Array.from(payerSecretKey));
    this.connection = new Connection(rpcUrl, "processed");
  }

  /** An unused address. */
  newAddress(): string {
    return Keypair.generate().publicKey.toBase58();
  }

  /** A signed transfer, not sent. */
  async transfer(address: string, lamports: number): Promise<Transaction> {
    const { blockhash } = await this.connection.getLatestBlockhash();
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: this.payer.publicKey });
    transaction.add(
      SystemProgram.transfer({
        fromPubkey: this.payer.publicKey,
        toPubkey: new PublicKey(address),
        lamports,
      }),
    );
    transaction.sign(this.payer);
    return transaction;
  }

  /** Sends a transfer and returns its signature. */
  async send(address: string, lamports: number): Promise<string> {
    return this.connection.sendRawTransaction((await this.transfer(address, lamports)).serialize());
  }
}

/** The signature by which a signed transaction is known. */
export function signatureOf({ signature }: Transaction): string {
  return getBase58Decoder().decode(signature ?? new Uint8Array());
}
