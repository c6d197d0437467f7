import { createRequire } from "node:module";
import { getBase58Decoder } from "@solana/kit";
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";

interface Surfnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly payerSecretKey: number[];
  fundSol(address: string, lamports: number): void;
}

const { Surfnet: node } = createRequire(import.meta.url)("surfpool-sdk-linux-x64-gnu") as {
  Surfnet: { startWithConfig(config: { offline: boolean }): Surfnet };
};

/** A node whose object is collected stops answering. */
const kept: Surfnet[] = [];

/** An embedded ledger with a payer. */
export class EmbeddedLedger {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly payer: Keypair;
  readonly connection: Connection;
  readonly #node: Surfnet;

  constructor() {
    this.#node = node.startWithConfig({ offline: true });
    kept.push(this.#node);
    this.rpcUrl = this.#node.rpcUrl;
    this.wsUrl = this.#node.wsUrl;
    this.payer = Keypair.fromSecretKey(Uint8Array.from(this.#node.payerSecretKey));
    this.connection = new Connection(this.rpcUrl, "processed");
  }

  /** An address that nobody used before. */
  newAddress(): string {
    return Keypair.generate().publicKey.toBase58();
  }

  fund(address: string, lamports: number): void {
    this.#node.fundSol(address, lamports);
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

  /** Sends a transfer and gives its signature. */
  async send(address: string, lamports: number): Promise<string> {
    return this.connection.sendRawTransaction((await this.transfer(address, lamports)).serialize());
  }
}

/** The signature by which a signed transaction is known. */
export function signatureOf({ signature }: Transaction): string {
  return getBase58Decoder().decode(signature ?? new Uint8Array());
}
