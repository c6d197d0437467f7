import { once } from "node:events";
import { expect } from "chai";
import fc from "fast-check";
import { RawJson } from "../../../src/json/raw-json.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { maxOpenElicitations } from "../../../src/transports/stdio/elicitations.ts";
import { initialize, startStdio, toolCall } from "./harness.ts";

const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** A promise and the way to resolve it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe("a session on standard input and output", () => {
  it("refuses requests before initialize, and says why", async () => {
    const { finish, calls } = await startStdio();
    const said = await finish(
      toolCall("1"),
      '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":3,"method":"nonsense"}',
    );
    expect(said.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [1, -32000],
      [2, -32000],
      [3, -32000],
    ]);
    expect(said[0]?.error?.message).to.match(/^Not initialized: send "initialize" before "tools\/call"/);
    expect(said[0]?.error?.data).to.deep.equal({ reason: "not-initialized", protocolVersion: "2024-11-05" });
    expect(calls).to.deep.equal([]);
  });

  it("answers a ping before initialize", async () => {
    const { finish, lines } = await startStdio();
    await finish('{"jsonrpc":"2.0","id":"p","method":"ping"}');
    expect(lines()).to.deep.equal(['{"jsonrpc":"2.0","result":{},"id":"p"}']);
  });

  it("stays closed after a refused initialize", async () => {
    const { finish } = await startStdio();
    const said = await finish('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', toolCall("2"));
    expect(said.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      [1, -32602],
      [2, -32000],
    ]);
  });

  it("serves requests that are sent before initialize is answered", async () => {
    const { finish, lines } = await startStdio(() => "18446744073709551615");
    await finish(initialize(), initialized, toolCall("12345678901234567890"));
    expect(lines()).to.have.length(2);
    expect(lines()[1]).to.equal(
      '{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"18446744073709551615",' +
        '"annotations":{"audience":["assistant","user"],"priority":1}}]},"id":12345678901234567890}',
    );
  });

  it("is one session for all its calls", async () => {
    const { finish, calls } = await startStdio();
    await finish(initialize(), toolCall("1"), '{"method":"getSlot","params":{}}');
    const [first, second] = calls;
    expect(first?.preferences?.session).to.equal(second?.preferences?.session).and.not.equal(undefined);
  });

  it("answers calls in order of completion", async () => {
    const slow = gate();
    const { input, saidLines, finish } = await startStdio(async ({ method }) => {
      if (method === "getBlock") await slow.opened;
      return "1";
    });
    input.write(`${initialize()}\n${toolCall("1", "getBlock")}\n${toolCall("2")}\n`);
    expect((await saidLines(2)).map(({ id }) => id)).to.deep.equal(["init", 2]);
    slow.open();
    expect((await finish()).map(({ id }) => id)).to.deep.equal(["init", 2, 1]);
  });

  it("answers every request sent before the input ended", async () => {
    const late = gate();
    const { input, ended, said } = await startStdio(async () => {
      await late.opened;
      return "1";
    });
    input.end(`${initialize()}\n${Array.from({ length: 50 }, (_, id) => toolCall(String(id))).join("\n")}`);
    await once(input, "end");
    expect(said()).to.have.length(1);
    late.open();
    await ended;
    expect(said()).to.have.length(51);
  });

  it("sends progress before the answer if the call has a progress token", async () => {
    const { finish, lines } = await startStdio(({ onProgress }) => {
      onProgress?.("taken");
      return "1";
    });
    const withToken = toolCall("1").replace('"name"', '"_meta":{"progressToken":"t"},"name"');
    await finish(initialize(), withToken, toolCall("2"));
    const progress =
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"taken"}}';
    const written = lines();
    expect(written.filter((line) => line.includes("notifications"))).to.deep.equal([progress]);
    expect(written.indexOf(progress)).to.be.below(written.findIndex((line) => line.endsWith('"id":1}')));
  });

  it("cancels a call at the client's request, without an answer", async () => {
    const cancelled = gate();
    const { finish, input } = await startStdio(
      ({ cancellation, method }) =>
        new Promise((resolve, reject) => {
          if (method !== "getBlock") resolve("1");
          cancellation.add({
            onCancel() {
              cancelled.open();
              reject(RpcError.of("cancelled", "gone"));
            },
          });
        }),
    );
    input.write(`${initialize()}\n${toolCall('"a\\u0062"', "getBlock")}\n`);
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"ab"}}\n');
    await cancelled.opened;
    const strays = [
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    ];
    expect((await finish(...strays, toolCall("2"))).map(({ id }) => id)).to.deep.equal(["init", 2]);
  });

  it("stops reading while the maximum number of calls run", async () => {
    const late = gate();
    const four = gate();
    const { calls, finish, input } = await startStdio(
      async () => {
        if (calls.length === 4) four.open();
        await late.opened;
        return "1";
      },
      { maxInFlight: 4 },
    );
    input.write(
      `${initialize()}\n${Array.from({ length: 40 }, (_, id) => toolCall(String(id))).join("\n")}\n`,
    );
    await four.opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).to.have.length(4);
    late.open();
    expect(await finish()).to.have.length(41);
  });

  it("reads cancellations while the maximum number of calls run", async () => {
    const two = gate();
    const { calls, finish, input } = await startStdio(
      ({ cancellation }) =>
        new Promise((resolve, reject) => {
          cancellation.add({ onCancel: () => reject(RpcError.of("cancelled", "gone")) });
          if (calls.length === 2) two.open();
          if (calls.length > 2) resolve("1");
        }),
      { maxInFlight: 2 },
    );
    input.write(`${[initialize(), toolCall("1"), toolCall("2")].join("\n")}\n`);
    await two.opened;
    const cancels = [1, 2].map(
      (id) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`,
    );
    const said = await finish(...cancels, toolCall("3"));
    expect(said.map(({ id }) => id)).to.deep.equal(["init", 3]);
  });

  for (const [name, cancelled, kept] of [
    ["differs only beyond 2^53", "9007199254740993", "9007199254740992"],
    ["is the same number as text", "1", '"1"'],
  ] as const)
    it(`cancels no call whose id ${name}`, async () => {
      const two = gate();
      const late = gate();
      const { calls, finish, input, lines } = await startStdio(
        ({ cancellation }) =>
          new Promise((resolve, reject) => {
            cancellation.add({ onCancel: () => reject(RpcError.of("cancelled", "gone")) });
            void late.opened.then(() => resolve("1"));
            if (calls.length === 2) two.open();
          }),
      );
      input.write(`${[initialize(), toolCall(cancelled), toolCall(kept)].join("\n")}\n`);
      await two.opened;
      const ended = finish(
        `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${cancelled}}}`,
      );
      await once(input, "end");
      late.open();
      await ended;
      expect(lines().map((line) => /"id":([^}]+)}$/.exec(line)?.[1])).to.deep.equal(['"init"', kept]);
    });

  it("answers a cancellation that has an id: it is a request of an unknown method", async () => {
    const { finish } = await startStdio();
    const said = await finish(
      initialize(),
      '{"jsonrpc":"2.0","id":7,"method":"notifications/cancelled","params":{"requestId":1}}',
    );
    expect(said.map(({ id, error }) => [id, error?.code])).to.deep.equal([
      ["init", undefined],
      [7, -32601],
    ]);
  });

  it("replaces a long answer with an error while earlier ones are unread, but not a short one", async () => {
    const long = 100_000;
    const five = gate();
    const { calls, input, output, saidLines, ended } = await startStdio(
      async ({ method }) => {
        if (calls.length === 5) five.open();
        await five.opened;
        return method === "getBlock" ? `"${"x".repeat(long)}"` : "7";
      },
      { maxUnreadBytes: 2.5 * long, outputBytes: 1 },
    );
    output.pause();
    const asked = [1, 2, 3, 4].map((id) => `{"id":${id},"method":"getBlock"}\n`);
    input.end(`${asked.join("")}{"id":5,"method":"getSlot"}\n`);
    await five.opened;
    await new Promise((resolve) => setImmediate(resolve));
    output.resume();
    const said = await saidLines(5);
    await ended;
    const dropped = said.filter(({ error }) => error?.data?.reason === "at-capacity");
    expect(said.map(({ id }) => id)).to.have.members([1, 2, 3, 4, 5]);
    expect(dropped.map(({ id }) => id)).to.deep.equal([3, 4]);
    expect(dropped[0]?.error?.message).to.match(
      /its answer of 1000\d\d bytes was dropped, because 2000\d\d bytes/,
    );
  });

  it("ends when stopped, after answering every request", async () => {
    const late = gate();
    const { stop, input, said, saidLines, ended } = await startStdio(async () => {
      await late.opened;
      return "1";
    });
    input.write(`${initialize()}\n${toolCall("1")}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n`);
    await saidLines(2);
    stop.abort();
    late.open();
    await ended;
    expect(said().map(({ id }) => id)).to.deep.equal(["init", 2, 1]);
  });

  it("ends at once if it was stopped before it began", async () => {
    const { input, calls, lines, ended } = await startStdio(undefined, { isStopped: true });
    input.write(`${initialize()}\n${toolCall("1")}\n`);
    await ended;
    expect([calls, lines()]).to.deep.equal([[], []]);
  });

  it("ends and cancels its calls when its output closes", async () => {
    const asked = gate();
    const { calls, input, output, ended } = await startStdio(
      ({ cancellation }) =>
        new Promise((_, reject) => {
          cancellation.add({ onCancel: () => reject(RpcError.of("cancelled", "gone")) });
          asked.open();
        }),
    );
    input.write(`${initialize()}\n${toolCall("1")}\n`);
    await asked.opened;
    output.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    await ended;
    expect(calls[0]?.cancellation.cancelled).to.equal(true);
  });

  it("ends when its input fails", async () => {
    const { input, ended, faults, said, saidLines } = await startStdio();
    input.write(`${initialize()}\n`);
    await saidLines(1);
    input.destroy(new Error("read ECONNRESET"));
    await ended;
    expect(said().map(({ id }) => id)).to.deep.equal(["init"]);
    expect(faults).to.deep.equal([]);
  });

  it("logs an internal error without showing it to the client", async () => {
    const { finish, faults } = await startStdio(() => {
      throw new Error("secret detail");
    });
    const said = await finish(initialize(), toolCall("1"), toolCall("2"));
    expect(said.slice(1).map(({ error }) => error?.code)).to.deep.equal([-32603, -32603]);
    expect(JSON.stringify(said)).to.not.include("secret");
    expect(faults).to.have.length(2);
  });

  it("includes the retry delay in an error", async () => {
    const { finish } = await startStdio(() => RpcError.of("atCapacity", "Busy.", { retryAfterSeconds: 0.2 }));
    const said = await finish(initialize(), toolCall("1"));
    expect(said[1]?.error?.data).to.include({ reason: "at-capacity", retryAfterSeconds: 1 });
  });
});

describe("a session whose client can ask the user", () => {
  const opening = initialize("2025-11-25").replace('"capabilities":{}', '"capabilities":{"elicitation":{}}');
  const disable = toolCall("1", "disableSvmNetwork", '{"networkId":"two"}');
  const reply = (action: string) => `{"jsonrpc":"2.0","id":"ask-1","result":{"action":"${action}"}}\n`;

  for (const [action, calls] of [
    ["accept", 1],
    ["decline", 0],
  ] as const) {
    it(`sends the question as a request, and after ${action} makes ${calls} calls`, async () => {
      const test = await startStdio(() => "1");
      test.input.write(`${opening}\n${disable}\n`);
      const [, question] = (await test.saidLines(2)) as { id: unknown; method?: string }[];
      expect([question?.id, question?.method]).to.deep.equal(["ask-1", "elicitation/create"]);
      test.input.write(reply(action));
      await test.saidLines(3);
      await test.finish();
      expect(test.calls).to.have.length(calls);
    });
  }

  it("ends without a call if its input ends before the user answers", async () => {
    const { finish, calls } = await startStdio(() => "1");
    const said = await finish(opening, disable);
    expect(JSON.stringify(said.at(-1))).to.include("did not agree (cancel)");
    expect(calls).to.deep.equal([]);
  });

  it("reads responses while calls wait for the user, and bounds open questions", async () => {
    const { input, saidLines, finish, calls } = await startStdio(() => "1", { maxInFlight: 1 });
    const asked = Array.from({ length: maxOpenElicitations + 4 }, (_, id) => disable.replace(":1", `:${id}`));
    input.write(`${[opening, ...asked].join("\n")}\n`);
    const said = await saidLines(1 + asked.length);
    expect(said.filter(({ error }) => error?.data?.reason === "at-capacity")).to.have.length(4);
    const answers = Array.from({ length: maxOpenElicitations }, (_, at) =>
      reply("decline").replace("ask-1", `ask-${at + 1}`),
    );
    input.write(answers.join(""));
    expect(await saidLines(1 + asked.length + maxOpenElicitations)).to.have.length(
      1 + asked.length + maxOpenElicitations,
    );
    await finish();
    expect(calls).to.deep.equal([]);
  });

  it("cancels the question of a cancelled call", async () => {
    const { input, saidLines, finish, calls } = await startStdio(() => "1");
    input.write(`${opening}\n${disable}\n`);
    await saidLines(2);
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    const said = await finish(reply("accept").trim());
    expect(said.slice(2).map(({ error }) => error?.code)).to.deep.equal([-32600]);
    expect(calls).to.deep.equal([]);
  });

  it("answers a stray response with an invalid request error", async () => {
    const { finish } = await startStdio(() => "1");
    const said = await finish(opening, '{"jsonrpc":"2.0","id":"ask-9","result":{}}');
    expect(said.at(-1)?.error?.code).to.equal(-32600);
  });
});

describe("a request without a handshake on standard input", () => {
  const meta =
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}';
  const slot = toolCall("1").replace('"name"', `${meta},"name"`);

  it("is answered before, after and during a session", async () => {
    const { finish } = await startStdio(() => "7");
    const said = await finish(slot, initialize(), toolCall("2"), slot.replace('"id":1', '"id":3'));
    const types = said.map(({ id, result }) => [id, (result as { resultType?: string }).resultType]);
    expect(types).to.have.deep.members([
      [1, "complete"],
      ["init", undefined],
      [2, undefined],
      [3, "complete"],
    ]);
  });

  it("discovers the versions, and refuses an unsupported one with its own code", async () => {
    const { finish } = await startStdio(() => "7");
    const discover = `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{${meta}}}`;
    const later = discover.replace("2026-07-28", "2099-01-01").replace('"id":1', '"id":2');
    const said = await finish(discover, later);
    const [found, refused] = [1, 2].map((id) => said.find((answer) => answer.id === id));
    expect(found?.result).to.deep.include({ supportedVersions: ["2026-07-28"], resultType: "complete" });
    expect(refused?.error?.code).to.equal(-32022);
  });

  it("is no session: a request with a handshake still waits for initialize", async () => {
    const { finish } = await startStdio(() => "7");
    const said = await finish(slot, toolCall("2"));
    expect(said.map(({ id, error }) => [id, error?.code])).to.have.deep.members([
      [1, undefined],
      [2, -32000],
    ]);
  });
});

describe("the direct form on standard input", () => {
  const cases: readonly (readonly [name: string, line: string, expected: string])[] = [
    [
      "is answered without a session",
      '{"method":"getSlot","params":{}}',
      '{"jsonrpc":"2.0","result":7,"id":null}',
    ],
    ["needs no params", '{"method":"getSlot"}', '{"jsonrpc":"2.0","result":7,"id":null}'],
    ["keeps an id", '{"id":1.50,"method":"getSlot"}', '{"jsonrpc":"2.0","result":7,"id":1.50}'],
    ["can ask the protocol too", '{"method":"ping"}', '{"jsonrpc":"2.0","result":{},"id":null}'],
  ];
  for (const [name, line, expected] of cases) {
    it(name, async () => {
      const { finish, lines } = await startStdio(() => "7");
      await finish(line);
      expect(lines()).to.deep.equal([expected]);
    });
  }

  it("passes on parameters by name, with every digit, without the network", async () => {
    const { finish, calls } = await startStdio();
    await finish(
      '{"method":"getBlock","params":{"slot":9007199254740993}}',
      '{"method":"getBlock","params":{"network":"all","slot":9007199254740993}}',
      '{"method":"getBlock","params":[5]}',
    );
    expect(calls.map(({ method, params, network }) => [method, params, network])).to.deep.equal([
      ["getBlock", '{"slot":9007199254740993}', undefined],
      ["getBlock", '{"slot":9007199254740993}', "all"],
      ["getBlock", "[5]", undefined],
    ]);
    expect(calls[0]?.caller).to.deep.equal({
      transport: "stdio",
      address: undefined,
      isLoopback: true,
      isCrossOrigin: false,
      isForeignOrigin: false,
    });
  });

  it("writes a result of many lines on one", async () => {
    const { finish, lines } = await startStdio(() => '{\n  "a": 18446744073709551615\r\n}');
    await finish('{"method":"getSlot"}');
    expect(lines()).to.deep.equal(['{"jsonrpc":"2.0","result":{   "a": 18446744073709551615  },"id":null}']);
  });

  it("passes on a ledger error unchanged", async () => {
    const wire = '{"code":-32007,"message":"Slot 5 was skipped","data":9007199254740993}';
    const { finish, lines } = await startStdio(() =>
      RpcError.fromLedger(-32007, "Slot 5 was skipped", RawJson.fromText(wire)),
    );
    await finish('{"method":"getBlock","params":{"slot":5}}');
    expect(lines()).to.deep.equal([`{"jsonrpc":"2.0","error":${wire},"id":null}`]);
  });

  it("does not open the session", async () => {
    const { finish } = await startStdio();
    const said = await finish('{"method":"getSlot"}', toolCall("1"));
    expect(said.map(({ error }) => error?.code)).to.have.members([undefined, -32000]);
  });

  it("is limited to the offered tools", async () => {
    const { finish, calls } = await startStdio(() => "1", { settings: { tools_read_only: true } });
    const said = await finish('{"id":1,"method":"sendTransaction"}', '{"id":2,"method":"sendTransactoin"}');
    expect(said.map(({ error }) => error?.code)).to.deep.equal([-32000, -32601]);
    expect(calls).to.deep.equal([]);
  });
});

describe("lines that are not requests", () => {
  const answered: readonly (readonly [name: string, line: string | Buffer, code: number])[] = [
    ["garbage", "hello", -32700],
    ["half a request", '{"jsonrpc":"2.0","id":1,"meth', -32700],
    ["two requests on one line", '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0"}', -32700],
    ["bad UTF-8", Buffer.from([0x22, 0xff, 0x22]), -32700],
    ["zero bytes", Buffer.alloc(100), -32700],
    ["a number", "5", -32600],
    ["an empty batch", "[]", -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', -32600],
  ];
  for (const [name, line, code] of answered) {
    it(`are answered without ending the session: ${name}`, async () => {
      const { finish, input } = await startStdio();
      input.write(line);
      input.write("\n");
      const said = await finish('{"jsonrpc":"2.0","id":"after","method":"ping"}');
      expect(said.map(({ error }) => error?.code)).to.have.members([code, undefined]);
    });
  }

  it("are ignored if they are empty", async () => {
    const { finish, lines } = await startStdio();
    await finish("", "  ", "\r", "\t", '{"jsonrpc":"2.0","id":1,"method":"ping"}\r');
    expect(lines()).to.have.length(1);
  });

  it("are answered when the input ends in the middle of them", async () => {
    const { input, ended, said } = await startStdio();
    input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"meth');
    await ended;
    expect(said().map(({ error }) => error?.code)).to.have.members([undefined, -32700]);
  });

  it("may be 10 MiB long", async () => {
    const { finish, calls } = await startStdio();
    const filler = "x".repeat(10 * 1024 * 1024);
    const said = await finish(
      initialize(),
      filler,
      `${toolCall("1").slice(0, -1)},"filler":"${filler}"}`,
      toolCall("2", "getBlock", `{"slot":"${filler}"}`),
    );
    expect(said.map(({ id, error }) => [id, error?.code])).to.have.deep.members([
      ["init", undefined],
      [null, -32700],
      [1, undefined],
      [2, undefined],
    ]);
    expect(calls).to.have.length(2);
  });

  it("are not buffered beyond the bound, and the next line is read", async () => {
    const { finish } = await startStdio(() => "1", { maxLineBytes: 1000 });
    const said = await finish("x".repeat(1001), "y".repeat(5000), '{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(said.map(({ error }) => error?.message)).to.have.members([
      "Invalid Request: the line has 1001 bytes; at most 1000 are accepted.",
      "Invalid Request: the line has 5000 bytes; at most 1000 are accepted.",
      undefined,
    ]);
  });

  it("never end the session or produce anything but answers, whatever they contain", async () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(initialize(), toolCall("1"), '{"method":"getSlot"}', initialized, `[${toolCall("9")}]`),
      fc.string().map((text) => toolCall("1").slice(0, text.length * 3)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 30 }),
        fc.integer({ min: 1, max: 64 }),
        async (all, size) => {
          const { input, ended, lines, said } = await startStdio();
          const text = Buffer.from(`${all.join("\n")}\n{"jsonrpc":"2.0","id":"last","method":"ping"}\n`);
          for (let at = 0; at < text.length; at += size) input.write(text.subarray(at, at + size));
          input.end();
          await ended;
          for (const answer of lines()) expect(JSON.parse(answer)).to.satisfy(isAnswer);
          expect(said().filter(({ id }) => id === "last").length).to.be.at.least(1);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("batches on standard input", () => {
  const batch = `[${toolCall("1")},{"jsonrpc":"2.0","id":2,"method":"nonsense"},${initialized}]`;

  for (const version of ["2024-11-05", "2025-03-26"]) {
    it(`are answered in order in a session of ${version}`, async () => {
      const { finish, lines } = await startStdio();
      await finish(initialize(version), batch);
      const answers = JSON.parse(lines()[1] ?? "") as { id: number }[];
      expect(answers.map(({ id }) => id)).to.deep.equal([1, 2]);
    });
  }

  for (const version of ["2025-06-18", "2025-11-25"]) {
    it(`are refused in a session of ${version}, which has none`, async () => {
      const { finish, calls } = await startStdio();
      const said = await finish(initialize(version), batch);
      expect(said[1]?.error?.code).to.equal(-32600);
      expect(calls).to.deep.equal([]);
    });
  }

  it("are answered with errors for the calls beyond the size limit", async () => {
    const { finish, lines } = await startStdio(() => `"${"x".repeat(600)}"`, { maxAnswerBytes: 1000 });
    await finish(initialize(), `[${toolCall("1")},${toolCall("2")},${toolCall("3")}]`);
    const answers = JSON.parse(lines()[1] ?? "") as { error?: { data: Record<string, unknown> } }[];
    expect(answers.map(({ error }) => error?.data)).to.deep.equal([
      undefined,
      { reason: "batch-too-large", protocolVersion: "2024-11-05" },
      { reason: "batch-too-large", protocolVersion: "2024-11-05" },
    ]);
  });

  it("of notifications alone are not answered", async () => {
    const { finish } = await startStdio();
    expect(await finish(initialize(), `[${initialized},${initialized}]`)).to.have.length(1);
  });
});

function isAnswer(value: unknown): boolean {
  const all = Array.isArray(value) ? value : [value];
  return all.every((one: object) => "jsonrpc" in one && "id" in one && "result" in one !== "error" in one);
}
