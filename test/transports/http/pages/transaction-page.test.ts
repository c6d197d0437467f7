import { expect } from "chai";
import { serveInProcess } from "../../../../src/app/serve-in-process.ts";
import { readTransaction } from "../../../../src/transaction/read-transaction.ts";
import { listenerUrl } from "../../../../src/transports/shared/listener.ts";
import { type Answered, ask } from "../../../auth/served-gateway.ts";
import { createLiveGateway } from "../../../gateway/live-gateway.ts";
import { hashOf, makeTransaction } from "../../../transaction/made-transactions.ts";
import { ScriptedUpstream, until } from "../../../upstream/harness.ts";

const key = "a-key-that-may-ask-everything-here";
const sendersKey = "a-key-that-may-send-and-nothing-else";
const nobodys = "5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv";

describe("GET /transactions/SIGNATURE", () => {
  let node: ScriptedUpstream;
  let other: ScriptedUpstream;
  let url: string;
  let close: () => Promise<void>;
  /** JSON texts of the statuses that the node tells; null for any other. */
  const statuses = new Map<string, string>();
  const ended = new Set<string>();

  before(async () => {
    node = await new ScriptedUpstream(({ method, params }) => {
      // Statuses are as of processed state, all else of finalized.
      const ahead = method === "getSignatureStatuses" ? 32 : 0;
      const inContext = (value: string) => `{"context":{"slot":${node.facts.slot + ahead}},"value":${value}}`;
      const [first] = params as [never];
      if (method === "getSignatureStatuses")
        return inContext(
          `[${(first as string[]).map((signature) => statuses.get(signature) ?? "null").join()}]`,
        );
      if (method === "isBlockhashValid") return inContext(String(!ended.has(first)));
      if (method === "sendTransaction") return `"${readTransaction(Buffer.from(first, "base64")).signature}"`;
      return "null";
    }).start();
    other = await new ScriptedUpstream(() => '{"context":{"slot":1000},"value":[null]}').start();
    const { service } = await createLiveGateway(
      { one: node.url, two: other.url },
      {
        sending: "land",
        auth: {
          keys: [
            { id: "all", key },
            { id: "sender", key: sendersKey, methods: ["sendTransaction"] },
          ],
        },
        server_config: { port: 0, ws_port: 0 },
      },
    );
    const served = await serveInProcess("serve", service);
    url = listenerUrl(served.listeners, "http") ?? "";
    close = served.close;
  });
  after(async () => {
    await close();
    await Promise.all([node.stop(), other.stop()]);
  });

  const get = (
    path: string,
    method = "GET",
    headers: Record<string, string> = { "x-api-key": key },
  ): Promise<Answered> => ask(url, `/transactions/${path}`, { method, headers });

  /** Sends a transaction of its own blockhash, and gives its signature. */
  async function send(lifetime: string): Promise<string> {
    const wire = await makeTransaction({ lifetime });
    const { json } = await ask(url, "/rpc", {
      headers: { "x-api-key": key },
      body: `{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":["${wire}",{"encoding":"base64"}]}`,
    });
    return json.result as string;
  }

  /** Asks until the answer has a status. */
  async function answeredAs(status: string, signature: string): Promise<Answered["json"]> {
    let answered: Answered | undefined;
    while (answered?.json.status !== status) {
      answered = await get(signature);
      expect(answered.status).to.equal(200);
    }
    return answered.json;
  }

  it("is 200 and pending, with what was sent where, until it has landed", async () => {
    const signature = await send(hashOf(1));
    await until(() => node.count("sendTransaction") > 1, "it was sent again");
    const pending = await answeredAs("pending", signature);
    expect(pending).to.include({ signature });
    expect(pending.routes[0]).to.have.keys("name", "sent", "firstSentAt", "lastSentAt", "lastAnswer");
    statuses.set(signature, '{"slot":1001,"confirmations":3,"err":null,"confirmationStatus":"confirmed"}');
    const landed = await answeredAs("landed", signature);
    expect(landed).to.include({ slot: 1001, confirmationStatus: "confirmed", err: null });
  });

  it("is 200 with the ledger's own error for a failed transaction", async () => {
    const signature = await send(hashOf(2));
    const err = { InstructionError: [0, { Custom: 1 }] };
    statuses.set(
      signature,
      JSON.stringify({ slot: 1002, confirmations: null, err, confirmationStatus: "finalized" }),
    );
    expect(await answeredAs("failed", signature)).to.deep.include({ slot: 1002, err });
  });

  it("is 200 with the proof of its expiry for an expired transaction", async () => {
    const signature = await send(hashOf(3));
    ended.add(hashOf(3));
    Object.assign(node.facts, { slot: 1400, finalized: 1400 });
    const expired = await answeredAs("expired", signature);
    expect(expired.expiredAtSlot).to.be.at.least(1000);
  });

  it("is 200 and unknown for a transaction that no one sent", async () => {
    const { status, text } = await get(nobodys);
    expect([status, text]).to.deep.equal([200, `{"signature":"${nobodys}","status":"unknown"}`]);
  });

  it("is about the network that the address names", async () => {
    const asked = other.count("getSignatureStatuses");
    expect((await get(`${nobodys}?network=two`)).json.status).to.equal("unknown");
    expect(other.count("getSignatureStatuses")).to.equal(asked + 1);
    await get(nobodys, "GET", { "x-api-key": key, "x-network": "two" });
    expect(other.count("getSignatureStatuses")).to.equal(asked + 2);
    const misspelt = await get(`${nobodys}?netwrok=two`);
    expect([misspelt.status, misspelt.json.error.message]).to.deep.equal([
      400,
      `Unknown query parameter "netwrok": /transactions/${nobodys} takes network.`,
    ]);
    const { status, json } = await get(`${nobodys}?network=three`);
    expect(status).to.equal(400);
    expect(json.error.message).to.include('"three"');
  });

  for (const [why, path] of [
    ["too short", "1".repeat(63)],
    ["not base58", `0${nobodys.slice(1)}`],
    ["an address", hashOf(1)],
    ["escaped wrongly", "%zz"],
  ] as const)
    it(`is 400 for a text that is not a signature: ${why}`, async () => {
      expect((await get(path)).status).to.equal(400);
    });

  it("is 403 for a caller who may not ask for it, and 401 for one without a known key", async () => {
    const { status, json } = await get(nobodys, "GET", { "x-api-key": sendersKey });
    expect([status, json.error.data.right]).to.deep.equal([403, "methods"]);
    expect((await get(nobodys, "GET", { "x-api-key": "no-one-has-this-key-here" })).status).to.equal(401);
  });

  it("answers HEAD like GET, without a body", async () => {
    const { status, headers, text } = await get(nobodys, "HEAD");
    expect([status, text, headers["content-type"]]).to.deep.equal([200, "", "application/json"]);
    expect(headers["cache-control"]).to.equal("no-store");
  });

  for (const method of ["POST", "PUT", "DELETE"])
    it(`is 405 for ${method}, and names what is allowed`, async () => {
      const { status, headers } = await get(nobodys, method);
      expect([status, headers.allow]).to.deep.equal([405, "GET, HEAD, OPTIONS"]);
    });
});
