import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { Attempt } from "../../../src/upstream/attempt/attempt.ts";
import { withServedNames } from "../../../src/upstream/attempt/served-names.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import { callOf, networkOf, upstreamOf } from "../harness.ts";

const missing = -32601;
const names = ["getNewName", "getOldName", "getOldestName"];

describe("a method that upstreams serve under several names", () => {
  let upstream: Upstream;
  let asked: string[];
  let traceparents: (string | undefined)[];

  beforeEach(() => {
    asked = [];
    traceparents = [];
    upstream = upstreamOf();
  });

  /** Calls an upstream that serves these names and answers others with a code. */
  async function ask(
    served: readonly string[],
    code = missing,
  ): Promise<{ result: string; attempt: Attempt }> {
    const call = callOf(networkOf(["http://127.0.0.1:9"]), "getBalance", "[]");
    const { method } = call;
    if (method === undefined) throw new Error("getBalance is described");
    const named = call.with({
      method: { ...method, upstreamNames: names },
    });
    const attempt = new Attempt(named, upstream);
    attempt.traceparent = "00-trace-span-01";
    const send = withServedNames(async (sent) => {
      asked.push(sent.servedName);
      traceparents.push(sent.traceparent);
      sent.phase = "body";
      sent.status = 200;
      sent.retryAfterSeconds = asked.length;
      if (served.includes(sent.servedName)) return RawJson.fromText(`"${sent.servedName}"`);
      throw RpcError.fromLedger(code, `no ${sent.servedName}`, RawJson.fromText("{}"));
    });
    try {
      return { result: (await send(attempt)).toString(), attempt };
    } catch (caught) {
      return { result: RpcError.from(caught).message, attempt };
    }
  }

  it("is called by its primary name first, and by no other if that is served", async () => {
    expect((await ask(names)).result).to.equal('"getNewName"');
    expect(asked).to.deep.equal(["getNewName"]);
    expect([...upstream.servedNames]).to.deep.equal([]);
  });

  it("is called by its other names, and from then on by the one that is served", async () => {
    expect((await ask(["getOldestName"])).result).to.equal('"getOldestName"');
    expect(asked).to.deep.equal(names);
    asked = [];
    await ask(["getOldestName"]);
    expect(asked).to.deep.equal(["getOldestName"]);
  });

  it("is called by its primary name again once that is served", async () => {
    await ask(["getOldName"]);
    asked = [];
    await ask(["getNewName"]);
    expect(asked).to.deep.equal(["getOldName", "getNewName"]);
    asked = [];
    await ask(["getNewName"]);
    expect(asked).to.deep.equal(["getNewName"]);
  });

  it("is missing if no name is served, with the error for the primary one", async () => {
    expect((await ask([])).result).to.equal("no getNewName");
    expect(asked).to.deep.equal(names);
  });

  it("is called by no other name after a different error", async () => {
    expect((await ask([], -32005)).result).to.equal("no getNewName");
    expect(asked).to.deep.equal(["getNewName"]);
  });

  it("is traced within its call under every name", async () => {
    await ask(["getOldName"]);
    expect(traceparents).to.deep.equal(["00-trace-span-01", "00-trace-span-01"]);
  });

  it("records what the last try showed in the attempt", async () => {
    const { attempt } = await ask(["getOldName"]);
    expect([attempt.phase, attempt.status, attempt.retryAfterSeconds]).to.deep.equal(["body", 200, 2]);
  });
});
