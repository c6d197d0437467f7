import { Keypair } from "@solana/web3.js";

const program = "AddressLookupTab1e1111111111111111111111111";
const headerBytes = 56;

/** Puts a lookup table with one address on the ledger of an embedded node; returns its address. */
export async function putLookupTable(nodeUrl: string, address: Uint8Array): Promise<string> {
  const table = Keypair.generate().publicKey.toBase58();
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(1, 0);
  header.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 4);
  const account = {
    lamports: 10_000_000,
    owner: program,
    data: Buffer.concat([header, address]).toString("hex"),
  };
  const answer = await fetch(nodeUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "surfnet_setAccount", params: [table, account] }),
  });
  const text = await answer.text();
  if (!text.includes('"result"')) throw new Error(text);
  return table;
}
