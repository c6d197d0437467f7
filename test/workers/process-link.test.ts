import { expect } from "chai";
import { type Message, ProcessLink } from "../../src/workers/process-link.ts";

interface Functions {
  double(value: number): Promise<number>;
  hang(): Promise<string>;
  fail(): Promise<string>;
}

describe("ProcessLink", () => {
  const faults: unknown[] = [];
  let sent: Message[];
  let calls: number[];

  /** One end of a channel to a process that offers the functions. */
  function linked(timeoutMs = 60_000): ProcessLink<Functions> {
    const options = { timeoutMs, onFailure: (error: unknown) => faults.push(error) };
    const asJson = (message: Message) => JSON.parse(JSON.stringify(message)) as Message;
    const near: ProcessLink<Functions> = new ProcessLink((message) => {
      sent.push(message);
      void far.receive(asJson(message));
    }, options);
    const far = new ProcessLink<Record<never, never>, Functions>(
      (message) => void near.receive(asJson(message)),
      options,
    );
    far.expose({
      double: async (value) => {
        calls.push(value);
        return 2 * value;
      },
      hang: () => new Promise(() => undefined),
      fail: () => Promise.reject(new Error("no")),
    });
    return near;
  }

  beforeEach(() => {
    sent = [];
    calls = [];
    faults.length = 0;
  });

  it("returns to each call its own reply", async () => {
    const near = linked();
    expect(await Promise.all([near.ask("double", 1), near.ask("double", 2)])).to.deep.equal([2, 4]);
  });

  it("can be sent a message that expects no reply", () => {
    linked().notify("double", 3);
    expect([calls, sent.map((message) => "id" in message)]).to.deep.equal([[3], [false]]);
  });

  it("resolves pending calls when it is closed", async () => {
    const near = linked();
    const asked = near.ask("hang");
    near.close();
    expect(await asked).to.equal(undefined);
  });

  it("resolves a call on timeout", async () => {
    expect(await linked(1).ask("hang")).to.equal(undefined);
  });

  it("ignores duplicate and unrequested replies", async () => {
    const near = linked();
    expect(await near.ask("double", 1)).to.equal(2);
    await near.receive({ id: 1, reply: "late" });
    await near.receive({ id: 9, reply: "a stranger's" });
    expect(await near.ask("double", 2)).to.equal(4);
  });

  it("reports a function that fails, and replies without a value", async () => {
    expect(await linked().ask("fail")).to.equal(undefined);
    expect(faults.map(String)).to.deep.equal(["Error: no"]);
  });
});
