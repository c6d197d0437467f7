import { expect } from "chai";
import { WebSocket } from "ws";
import type { ServedGateway } from "../../gateway-process.ts";
import { expectProportionalWork } from "../../work-grows.ts";
import { cpuMsOf } from "./cpu-of.ts";
import { type EchoUpstream, startEchoUpstream } from "./echo-upstream.ts";
import { startLimited } from "./hostile-harness.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
/** Answers to getStakeActivation's question that would be read in more than linear time. */
const longNumbers: Readonly<Record<string, (digits: string) => string>> = {
  "a number of millions of digits": (digits) => `{"context":{"slot":1},"value":[${digits}]}`,
  "a text of millions of digits": (digits) =>
    `{"context":{"slot":1},"value":[{"owner":"Stake11111111111111111111111111111111111111","lamports":"${digits}","data":{"parsed":{"type":"delegated"}}},null,{"data":{"parsed":{"info":{"epoch":1}}}}]}`,
};

/** What an upstream may send instead of a slot. */
const noSlots = ['"abc"', "-5", "1.5", "null", '{"a":1}', "[1]", "1e400", "9007199254740993"];

describe("values of a hostile upstream", () => {
  let upstream: EchoUpstream;
  let gateway: ServedGateway;
  before(async () => {
    upstream = await startEchoUpstream();
    upstream.result = "1000";
    gateway = await startLimited({ bad: upstream.url }, {}, ["serve", "--ws-port", "0"]);
  });
  after(async () => {
    await gateway.process.stop();
    upstream.close();
  });

  for (const [name, result] of Object.entries(longNumbers)) {
    it(`refuses ${name} with work in proportion to its length`, async () => {
      const { pid = 0 } = gateway.process.child;
      const body = `{"jsonrpc":"2.0","id":1,"method":"getStakeActivation","params":["${address}"]}`;
      const refuse = async (length: number) => {
        const value = result("9".repeat(length));
        upstream.result = (method) => (method === "getMultipleAccounts" ? value : "1000");
        const text = await (await gateway.post("/networks/bad", body)).text();
        expect(text).to.include("can't be used").and.have.length.below(500);
      };
      await expectProportionalWork(refuse, 250_000, { cpuMs: () => cpuMsOf(pid), floorMs: 10 });
    });
  }

  it("never reach subscribers as slots if they are not slots", async () => {
    let asked = 0;
    upstream.result = (method) => {
      if (method !== "getSlot") return "1000";
      asked += 1;
      return asked > noSlots.length ? "1000" : (noSlots[asked % noSlots.length] ?? "");
    };
    const notified = new Map<string, unknown>();
    await heard((method, result) => {
      if (!notified.has(method)) notified.set(method, result);
      return notified.size === 2;
    });
    expect(asked).to.be.above(noSlots.length);
    expect(Object.fromEntries(notified)).to.deep.equal({
      slotNotification: { parent: 999, root: 1000, slot: 1000 },
      rootNotification: 1000,
    });
  });

  it("silence no subscriber, even with a slot that the ledger will not reach", async () => {
    let slot = "9000000000000000";
    upstream.result = (method) => (method === "getSlot" ? slot : "1000");
    const lied = new Set<string>();
    const after = new Set<string>();
    await heard((method, result) => {
      const isLie = JSON.stringify(result).includes("9000000000000000");
      if (isLie) lied.add(method);
      else if (lied.has(method)) after.add(method);
      if (lied.size === 2) slot = "1000";
      return after.size === 2;
    });
    expect([...after]).to.have.members(["slotNotification", "rootNotification"]);
  });

  /** Subscribes to slots and roots until `take` has what it needs. */
  async function heard(take: (method: string, result: unknown) => boolean): Promise<void> {
    const [, url = ""] = await gateway.process.printed(/(ws:\/\/\S+?)"?$/m);
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.on("error", reject);
      socket.on("open", () => {
        for (const method of ["slotSubscribe", "rootSubscribe"])
          socket.send(`{"jsonrpc":"2.0","id":1,"method":"${method}"}`);
      });
      socket.on("message", (data) => {
        try {
          const { method, params } = JSON.parse(String(data)) as {
            method?: string;
            params?: { result: unknown };
          };
          if (method !== undefined && take(method, params?.result)) resolve();
        } catch {
          reject(new Error(`${data} is no JSON`));
        }
      });
    }).finally(() => socket.terminate());
  }
});
