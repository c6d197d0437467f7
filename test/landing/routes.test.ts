import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { expect } from "chai";
import { createLiveLedger, type LiveLedger } from "../contract/live-ledger.ts";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";
import { errorOf } from "../upstream/harness.ts";

const tipAccount = Keypair.generate().publicKey;
const leastTip = 2_000_000;

describe("routes to an embedded ledger", () => {
  let ledger: LiveLedger;
  let gateway: LiveGateway;

  before(async () => {
    ledger = await createLiveLedger();
  });
  afterEach(() => gateway.service.close());

  /** The ledger's node for reads, and again as a route. */
  async function open(route: string): Promise<void> {
    const { rpcUrl } = ledger.node;
    gateway = await createLiveGateway(
      { live: rpcUrl },
      {
        providers: {
          tipped: {
            name: "Tipped",
            parts: ["host"],
            networks: { "solana-localnet": { url: "http://{host}" } },
            route: {
              methods: { sendTransaction: "" },
              skip_preflight: true,
              encoding: "base64",
              tip_accounts: [tipAccount.toBase58()],
              least_tip: leastTip,
            },
          },
        },
        svm_networks: {
          live: {
            type: "localnet",
            upstreams: [{ url: rpcUrl, for: ["reads"] }, `${route}://${new URL(rpcUrl).host}`],
          },
        },
      },
    );
  }

  async function transfer(lamports: number): Promise<string> {
    const { payer } = ledger;
    const { value } = await gateway.call<{ value: { blockhash: string } }>("getLatestBlockhash");
    const made = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: tipAccount, lamports }),
    );
    made.recentBlockhash = value.blockhash;
    made.feePayer = payer.publicKey;
    made.sign(payer);
    return made.serialize().toString("base64");
  }

  for (const [route, lamports] of [
    ["node", 1_000_001],
    ["tipped", leastTip],
  ] as const)
    it(`take a transaction that meets their demands, and it lands: ${route}`, async () => {
      await open(route);
      const answer = await gateway.call<Record<string, unknown>>("sendAndConfirmTransaction", [
        await transfer(lamports),
      ]);
      expect(answer).to.include({ err: null });
    });

  it("refuse a tip that is too low before anything is sent", async () => {
    await open("tipped");
    const error = await errorOf(gateway.call("sendTransaction", [await transfer(leastTip - 1)]));
    expect(error.data).to.include({ reason: "no-route" });
    expect(error.message).to.contain(
      `at least ${leastTip} lamports to ${tipAccount.toBase58()}, and gets ${leastTip - 1}`,
    );
  });
});
