import { expect } from "chai";
import { addresses, useSocketUpstreams } from "./harness.ts";
import type { SocketUpstream } from "./socket-upstream.ts";

const [address, other] = addresses;
const confirmed = { commitment: "confirmed" };
const unsupported = '{"code":-32601,"message":"Method not found"}';

interface BlockConfig {
  readonly encoding?: string;
  readonly transactionDetails?: string;
  readonly maxSupportedTransactionVersion?: number;
}

/** A transaction of a version that mentions one address. */
interface Sent {
  readonly version: "legacy" | number;
  readonly mentions: string;
}

/** Gives blocks as nodes of 4.4 do: one transaction above the allowed version refuses the whole block. */
function serveBlocks(upstream: SocketUpstream, blocks: Readonly<Record<number, readonly Sent[]>>): void {
  upstream.faults.set("getBlock", ([slot, config]) => {
    const { maxSupportedTransactionVersion: newest, encoding, transactionDetails } = config as BlockConfig;
    if (encoding === "base58" && (newest ?? 0) >= 1)
      return '{"code":-32602,"message":"base58 encoding is not supported with maxSupportedTransactionVersion >= 1"}';
    if (transactionDetails === "signatures" || transactionDetails === "none") return undefined;
    const refused = blocks[slot as number]?.find(
      ({ version }) => typeof version === "number" && version > (newest ?? -1),
    );
    return refused === undefined
      ? undefined
      : `{"code":-32015,"message":"Transaction version (${refused.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: \\"maxSupportedTransactionVersion\\": ${refused.version}"}`;
  });
  upstream.answers.set("getBlock", ([slot, config]) => {
    const { maxSupportedTransactionVersion: newest, transactionDetails } = config as BlockConfig;
    const transactions = (blocks[slot as number] ?? []).map(({ version, mentions }, index) => {
      const keys = transactionDetails === "accounts" ? [{ pubkey: mentions }] : [mentions];
      return {
        meta: { err: null, logMessages: [`log ${slot}.${index}`] },
        transaction: {
          signatures: [`${slot}.${index}`],
          accountKeys: keys,
          message: { accountKeys: keys, instructions: [] },
        },
        ...(newest === undefined ? {} : { version }),
      };
    });
    return JSON.stringify({ blockhash: `h${slot}`, transactions });
  });
}

const legacy: Sent = { version: "legacy", mentions: other };

describe("polled subscriptions to logs and blocks", () => {
  const upstreams = useSocketUpstreams();

  async function startWith(blocks: Readonly<Record<number, readonly Sent[]>>) {
    const started = await upstreams.start({
      prepare: ([upstream]: readonly SocketUpstream[]) => {
        upstream?.refusals.set("logsSubscribe", unsupported);
        upstream?.refusals.set("blockSubscribe", unsupported);
        if (upstream !== undefined) serveBlocks(upstream, blocks);
      },
    });
    const client = await started.gateway.connect();
    /** Subscribes and lets the ledger move over all blocks; what it gives waits for a number of notifications. */
    const follow = async (method: string, params: readonly unknown[]) => {
      const id = await client.subscribe(method, ...params);
      const polls = () => started.upstream.calls.filter((call) => call.method === "getSlot").length;
      const before = polls();
      await started.upstream.until(() => polls() >= before + 3, "the first polls");
      started.upstream.slot = Math.max(...Object.keys(blocks).map(Number));
      return async (count: number) => {
        await client.notification(id, count);
        return client.notifications(id).map(({ json }) => json.params.result.value);
      };
    };
    const told = async (method: string, params: readonly unknown[], count: number) =>
      (await follow(method, params))(count);
    return { ...started, follow, told };
  }

  it("report logs of transactions of newer versions", async () => {
    const { told } = await startWith({ 1001: [{ version: 1, mentions: address }], 1002: [legacy] });
    const values = await told("logsSubscribe", [{ mentions: [address] }, confirmed], 1);
    expect(values.map(({ signature }) => signature)).to.deep.equal(["1001.0"]);
  });

  it("refuse a block once, as nodes do, to a client that allows no newer version, and go on with later blocks", async () => {
    const { told, upstream } = await startWith({
      1001: [legacy],
      1002: [{ version: 1, mentions: address }],
      1003: [legacy],
    });
    const values = await told("blockSubscribe", ["all", confirmed], 3);
    expect(values.map(({ slot, block, err }) => [slot, block?.blockhash ?? null, err])).to.deep.equal([
      [1001, "h1001", null],
      [1002, null, { UnsupportedTransactionVersion: 1 }],
      [1003, "h1003", null],
    ]);
    const asked = upstream.calls.filter(
      ({ method, params }) => method === "getBlock" && params?.[0] === 1002,
    );
    expect(asked).to.have.length(1);
  });

  it("report transactions of newer versions to a client that allows them", async () => {
    const { told } = await startWith({ 1001: [{ version: 1, mentions: address }] });
    const [value] = await told(
      "blockSubscribe",
      ["all", { ...confirmed, maxSupportedTransactionVersion: 1 }],
      1,
    );
    expect(value.block.transactions[0].version).to.equal(1);
  });

  const mixed = {
    1001: [
      { version: 1, mentions: other },
      { version: "legacy", mentions: address },
    ] as const,
    1002: [{ version: 1, mentions: address }] as const,
    1003: [{ version: 1, mentions: other }] as const,
    1004: [{ version: 0, mentions: address }] as const,
  };
  const filter = { mentionsAccountOrProgram: address };

  it("refuse a block only if the client's own filter finds newer versions in it", async () => {
    const { told } = await startWith(mixed);
    const values = await told("blockSubscribe", [filter, { ...confirmed, encoding: "json" }], 3);
    expect(values.map(({ slot, err }) => [slot, err])).to.deep.equal([
      [1001, null],
      [1002, { UnsupportedTransactionVersion: 1 }],
      [1004, { UnsupportedTransactionVersion: 0 }],
    ]);
    // Nodes write versions only for clients that allow them.
    expect(values[0].block.transactions.map((entry: object) => "version" in entry)).to.deep.equal([false]);
  });

  it("show versions to a client that allows some", async () => {
    const { told } = await startWith(mixed);
    const config = { ...confirmed, encoding: "json", maxSupportedTransactionVersion: 0 };
    const values = await told("blockSubscribe", [filter, config], 3);
    expect(values.map(({ slot, block }) => [slot, block?.transactions[0].version])).to.deep.equal([
      [1001, "legacy"],
      [1002, undefined],
      [1004, 0],
    ]);
  });

  it("refuse no block that is read without its transactions", async () => {
    const { told } = await startWith(mixed);
    const config = { ...confirmed, transactionDetails: "none" };
    const values = await told("blockSubscribe", [filter, config], 3);
    expect(values.map(({ slot, err }) => [slot, err])).to.deep.equal([
      [1001, null],
      [1002, null],
      [1004, null],
    ]);
  });

  it("wait for a block that can't be read for another reason only for some tries", async () => {
    const { told, upstream } = await startWith({ 1001: [legacy], 1002: [legacy], 1003: [legacy] });
    upstream.faults.set("getBlock", ([slot]) =>
      slot === 1002 ? '{"code":-32004,"message":"Block not available for slot 1002"}' : undefined,
    );
    const values = await told("blockSubscribe", ["all", confirmed], 3);
    expect(values.map(({ slot, err }) => [slot, err])).to.deep.equal([
      [1001, null],
      [1002, "BlockStoreError"],
      [1003, null],
    ]);
  });

  it("report a block that could not be read once it can be, after later ones", async () => {
    const { follow, upstream } = await startWith({ 1001: [legacy], 1002: [legacy], 1003: [legacy] });
    upstream.faults.set("getBlock", ([slot]) =>
      slot === 1001 ? '{"code":-32004,"message":"Block not available for slot 1001"}' : undefined,
    );
    const shown = (values: readonly { slot: number; err: unknown }[]) =>
      values.map(({ slot, err }) => [slot, err]);
    const before = [
      [1001, "BlockStoreError"],
      [1002, null],
      [1003, null],
    ];
    const values = await follow("blockSubscribe", ["all", confirmed]);
    expect(shown(await values(3))).to.deep.equal(before);
    upstream.faults.delete("getBlock");
    upstream.slot = 1004;
    expect(shown(await values(5))).to.deep.equal([...before, [1001, null], [1004, null]]);
  });
});
