import { Keypair, PublicKey } from "@solana/web3.js";
import { expect } from "chai";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { recordingsOf } from "../contract/recordings.ts";
import { type EmbeddedNode, startNode } from "../embedded-node.ts";
import { address, createTestGateway } from "../gateway/harness.ts";
import { createLiveGateway, type LiveGateway } from "../gateway/live-gateway.ts";

const stakeProgram = "Stake11111111111111111111111111111111111111";
const historySysvar = "SysvarStakeHistory1111111111111111111111111";
const reserve = 2_282_880n;
const never = 2n ** 64n - 1n;
const sol = 1_000_000_000n;

/** The network's stake history at epoch 5: 200 were warming up in epoch 3, and 100 cooling down. */
const history: readonly (readonly [
  epoch: bigint,
  effective: bigint,
  activating: bigint,
  deactivating: bigint,
])[] = [
  [4n, 1090n * sol, 110n * sol, 50n * sol],
  [3n, 1000n * sol, 200n * sol, 100n * sol],
];

/** Bytes of a stake account, as the stake program lays them out. */
function stakeData(
  kind: "initialized" | { stake: bigint; activation: bigint; deactivation: bigint },
): Buffer {
  const data = Buffer.alloc(200);
  data.writeUInt32LE(kind === "initialized" ? 1 : 2, 0);
  data.writeBigUInt64LE(reserve, 4);
  Keypair.generate().publicKey.toBuffer().copy(data, 12);
  Keypair.generate().publicKey.toBuffer().copy(data, 44);
  if (kind === "initialized") return data;
  Keypair.generate().publicKey.toBuffer().copy(data, 124);
  data.writeBigUInt64LE(kind.stake, 156);
  data.writeBigUInt64LE(kind.activation, 164);
  data.writeBigUInt64LE(kind.deactivation, 172);
  data.writeDoubleLE(0.25, 180);
  return data;
}

function historyData(): Buffer {
  const data = Buffer.alloc(8 + 32 * history.length);
  data.writeBigUInt64LE(BigInt(history.length), 0);
  history.flat().forEach((value, index) => {
    data.writeBigUInt64LE(value, 8 + index * 8);
  });
  return data;
}

describe("getStakeActivation on real stake accounts", () => {
  let node: EmbeddedNode;
  let gateway: LiveGateway;

  async function control(method: string, params: unknown[]): Promise<void> {
    const response = await fetch(node.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    expect(await response.json()).to.have.property("result");
  }

  async function stakeAccount(kind: Parameters<typeof stakeData>[0], lamports: bigint): Promise<string> {
    const address = Keypair.generate().publicKey.toBase58();
    const data = stakeData(kind).toString("hex");
    await control("surfnet_setAccount", [address, { lamports: Number(lamports), owner: stakeProgram, data }]);
    return address;
  }

  before(async () => {
    node = await startNode();
    await control("surfnet_timeTravel", [{ absoluteEpoch: 5 }]);
    await control("surfnet_setAccount", [historySysvar, { data: historyData().toString("hex") }]);
    gateway = await createLiveGateway({ live: node.rpcUrl });
  });
  after(() => gateway.service.close());

  type Case = readonly [
    what: string,
    kind: Parameters<typeof stakeData>[0],
    epoch: number | undefined,
    answer: object,
  ];
  const stake = 100n * sol;
  const cases: readonly Case[] = [
    [
      "initialized and never delegated",
      "initialized",
      undefined,
      { state: "inactive", active: 0, inactive: 100e9 },
    ],
    [
      "of the genesis block",
      { stake, activation: never, deactivation: never },
      undefined,
      { state: "active", active: 100e9, inactive: 0 },
    ],
    [
      "delegated in this epoch",
      { stake, activation: 5n, deactivation: never },
      undefined,
      { state: "activating", active: 0, inactive: 100e9 },
    ],
    // 100/200 of 1000 × 0.09 = 45, then 55/110 of 1090 × 0.09 = 49.05.
    [
      "warming up for two epochs",
      { stake, activation: 3n, deactivation: never },
      undefined,
      { state: "activating", active: 94_050_000_000, inactive: 5_950_000_000 },
    ],
    [
      "warming up, at an earlier epoch",
      { stake, activation: 3n, deactivation: never },
      4,
      { state: "activating", active: 45e9, inactive: 55e9 },
    ],
    [
      "before its activation",
      { stake, activation: 5n, deactivation: never },
      4,
      { state: "inactive", active: 0, inactive: 100e9 },
    ],
    [
      "older than the history",
      { stake, activation: 1n, deactivation: never },
      undefined,
      { state: "active", active: 100e9, inactive: 0 },
    ],
    [
      "deactivated in this epoch",
      { stake, activation: 1n, deactivation: 5n },
      undefined,
      { state: "deactivating", active: 100e9, inactive: 0 },
    ],
    // 100/100 of 1000 × 0.09 = 90, then 10/50 of 1090 × 0.09 = 19.62, more than what is left.
    [
      "cooling down for one epoch",
      { stake, activation: 1n, deactivation: 3n },
      4,
      { state: "deactivating", active: 10e9, inactive: 90e9 },
    ],
    [
      "cooled down",
      { stake, activation: 1n, deactivation: 3n },
      undefined,
      { state: "inactive", active: 0, inactive: 100e9 },
    ],
    [
      "deactivated before the history",
      { stake, activation: 0n, deactivation: 1n },
      undefined,
      { state: "inactive", active: 0, inactive: 100e9 },
    ],
    [
      "deactivated in the epoch of its activation",
      { stake, activation: 4n, deactivation: 4n },
      undefined,
      { state: "inactive", active: 0, inactive: 100e9 },
    ],
  ];
  for (const [what, kind, epoch, answer] of cases) {
    it(`answers for a stake ${what}`, async () => {
      const address = await stakeAccount(kind, stake + reserve);
      expect(
        await gateway.call("getStakeActivation", { pubkey: address, ...(epoch !== undefined && { epoch }) }),
      ).to.deep.equal(answer);
    });
  }

  it("keeps every digit of a stake beyond 2^53", async () => {
    const large = 9_007_199_254_740_993n;
    const address = await stakeAccount(
      { stake: large, activation: 1n, deactivation: never },
      9_007_199_257_023_872n,
    );
    expect(await gateway.text("getStakeActivation", [address])).to.include('"active":9007199254740993');
  });

  it("answers in the ledger dialect, where epoch stands in the config object", async () => {
    const address = await stakeAccount({ stake, activation: 3n, deactivation: never }, stake + reserve);
    const answer = await gateway.call(
      "getStakeActivation",
      [address, { epoch: 4, commitment: "confirmed" }],
      { dialect: "ledger" },
    );
    expect(answer).to.deep.equal({ state: "activating", active: 45e9, inactive: 55e9 });
  });

  const faults: readonly [
    what: string,
    params: () => Promise<readonly unknown[]> | readonly unknown[],
    text: string,
  ][] = [
    ["an account that does not exist", () => [PublicKey.unique().toBase58()], "account not found"],
    [
      "an account of another program",
      () => ["SysvarC1ock11111111111111111111111111111111"],
      "not a stake account",
    ],
    [
      "an epoch to come",
      async () => [await stakeAccount("initialized", stake), null, 6],
      "epoch 6 has not yet started",
    ],
  ];
  for (const [what, params, text] of faults) {
    it(`refuses ${what}`, async () => {
      const error = await gateway
        .call("getStakeActivation", await params())
        .catch((caught: unknown) => RpcError.from(caught));
      expect(error).to.include({ code: -32602 });
      expect(error).to.have.property("message").that.includes(text);
    });
  }
});

/** The accounts of a stake that a node wrote as jsonParsed: that of the note, the stake history and the clock. */
function accountsOf(node: string, note: string): string {
  const values = [note, "stake history, jsonParsed", "the clock, jsonParsed"].map((wanted) => {
    const found = recordingsOf(node, "getAccountInfo").find((recording) => recording.note === wanted);
    const result = found?.answer.result as { readonly value: unknown } | undefined;
    return result?.value;
  });
  return JSON.stringify({ context: { slot: 163 }, value: values });
}

describe("getStakeActivation on accounts as nodes of each release write them", () => {
  // 4.4 leaves out the rate of warming up, which the computation does not need.
  for (const node of ["agave-3.1.10", "agave-4.4.0"]) {
    for (const [note, state] of [
      ["stake, delegated, jsonParsed", "active"],
      ["stake, initialized, jsonParsed", "inactive"],
      ["stake, deactivated, jsonParsed", "inactive"],
    ] as const) {
      it(`${node}: ${note} is ${state}`, async () => {
        const gateway = await createTestGateway(() => accountsOf(node, note));
        const answer = JSON.parse(await gateway.call("getStakeActivation", `["${address}"]`)) as object;
        expect(answer).to.have.property("state", state);
      });
    }
  }
});
