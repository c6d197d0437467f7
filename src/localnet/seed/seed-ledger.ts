import { sampleAccounts, systemProgram } from "./sample-accounts.ts";
import { createPayer, sampleTransfer } from "./sample-transaction.ts";
import { sampleWallet } from "./sample-wallet.ts";

const callTimeoutMs = 5000;
const voteProgram = "Vote111111111111111111111111111111111111111";

/** Adds accounts and transactions to an embedded ledger, so that the document's examples work on it. */
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
