import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ask } from "../auth/served-gateway.ts";
import { type EchoUpstream, startEchoUpstream } from "../faults/hostile/echo-upstream.ts";
import { configFor } from "../gateway-process.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { type ServedProcess, startProcess } from "./served-process.ts";

const spender = "a-key-with-few-credits";
const sequential = "a-key-for-one-call-at-once";
const parallel = "a-key-for-three-calls-at-once";

describe("the limits of keys at a gateway with workers @long", () => {
  let gateway: ServedProcess;
  let upstream: EchoUpstream;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });

  before(async () => {
    upstream = await startEchoUpstream();
    upstream.result = (method) => (method === "getBlockHeight" ? held.then(() => "7") : "7");
    const folder = temporaryFolder();
    const path = join(folder, "svm-gateway.json");
    const keys = [
      { id: "spender", key: spender, credits_per_day: 30 },
      { id: "sequential", key: sequential, max_concurrent: 1 },
      { id: "parallel", key: parallel, max_concurrent: 3 },
    ];
    const server_config = { workers: 3, port: 0, ws_port: 0 };
    const settings = { auth: { keys }, server_config, state_file: join(folder, "state.json") };
    writeFileSync(path, JSON.stringify(configFor({ localnet: { rpc_url: upstream.url } }, settings)));
    gateway = await startProcess(["serve", "--config", path]);
  });

  after(async () => {
    await gateway.stop();
    upstream.close();
  });

  /** Each over a connection of its own, so that every worker gets some. */
  const statusOf = async (key: string, call = "getSlot") =>
    (await ask(gateway.url, "/", { call, headers: { "x-api-key": key, connection: "close" } })).status;
  const raced = (count: number, key: string, call?: string) =>
    Promise.all(Array.from({ length: count }, () => statusOf(key, call)));

  it("are exact to one credit", async () => {
    const statuses = await raced(60, spender);
    expect(statuses.filter((status) => status === 200)).to.have.length(30);
    expect(await raced(6, spender)).to.deep.equal(Array(6).fill(429));
  });

  it("with one call allowed at a time, let the next one run at another worker", async () => {
    for (let call = 0; call < 20; call += 1) expect(await statusOf(sequential)).to.equal(200);
  });

  it("let three calls run at once, at any worker", async () => {
    const statuses: number[] = [];
    const asked = Array.from({ length: 12 }, () =>
      statusOf(parallel, "getBlockHeight").then((status) => statuses.push(status)),
    );
    while (statuses.length < 9) await new Promise((resolve) => setImmediate(resolve));
    expect(statuses).to.deep.equal(Array(9).fill(429));
    release();
    await Promise.all(asked);
    expect(statuses.slice(9)).to.deep.equal([200, 200, 200]);
  });
});
