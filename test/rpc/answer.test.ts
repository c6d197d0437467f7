import { expect } from "chai";
import { RawJson } from "../../src/json/raw-json.ts";
import { answerBody, type BodyAnswerOptions } from "../../src/rpc/answer.ts";
import type { RpcRequest } from "../../src/rpc/parse-request.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

/** Answers a method with its parameters; `fail` and `crash` throw. */
async function echo({ method, params }: RpcRequest): Promise<RawJson> {
  if (method === "fail") throw RpcError.of("methodNotFound", "No such method.");
  if (method === "crash") throw new TypeError("secret");
  return RawJson.fromText(params ?? "null");
}

/** The text of an answer and the kind of its error. */
async function ask(
  body: string | Buffer,
  options: Partial<BodyAnswerOptions> = {},
): Promise<[string | undefined, string?]> {
  const { body: written, error } = await answerBody(body, { call: echo, ...options });
  return error === undefined ? [written?.toString()] : [written?.toString(), error.kind];
}

const request = (id: string, method: string, params = "[]") =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const notification = (method: string) => `{"jsonrpc":"2.0","method":"${method}"}`;
const result = (id: string, raw = "[]") => `{"jsonrpc":"2.0","result":${raw},"id":${id}}`;
const notFound = (id: string) =>
  `{"jsonrpc":"2.0","error":{"code":-32601,"message":"No such method."},"id":${id}}`;
const noRequest =
  '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request: a request must be a JSON object."},"id":null}';

/** A call that waits until it is released, and counts how many wait. */
function gate(): { call: BodyAnswerOptions["call"]; waiting: (() => void)[]; started: string[] } {
  const waiting: (() => void)[] = [];
  const started: string[] = [];
  const call = ({ method }: RpcRequest) =>
    new Promise<RawJson>((resolve) => {
      started.push(method);
      waiting.push(() => resolve(RawJson.fromText(`"${method}"`)));
    });
  return { call, waiting, started };
}

/** Runs everything that is ready to run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("answer", () => {
  it("answers a request", async () => {
    expect(await ask(request("1.0", "m", '[18446744073709551615,"\\u0041"]'))).to.deep.equal([
      result("1.0", '[18446744073709551615,"\\u0041"]'),
    ]);
  });

  it("answers a failed request with its error", async () => {
    expect(await ask(request('"x"', "fail"))).to.deep.equal([notFound('"x"'), "methodNotFound"]);
  });

  it("answers a call that throws another value, without revealing it", async () => {
    const [body, kind] = await ask(request("1", "crash"));
    expect(kind).to.equal("internal");
    expect(body).to.include('"code":-32603').and.not.include("secret");
  });

  it("answers a call that throws before it returns a promise", async () => {
    const call = () => {
      throw RpcError.of("methodNotFound", "No such method.");
    };
    expect(await ask(request("1", "m"), { call })).to.deep.equal([notFound("1"), "methodNotFound"]);
  });

  it("answers what is not JSON or not a request", async () => {
    expect(await ask("1")).to.deep.equal([noRequest, "invalidRequest"]);
    const [body, kind] = await ask("{");
    expect(kind).to.equal("parse");
    expect(body).to.include('"code":-32700').and.include('"id":null');
  });

  it("runs a notification and answers nothing, even if it fails", async () => {
    const ran: string[] = [];
    const call = (member: RpcRequest) => {
      ran.push(member.method);
      return echo(member);
    };
    expect(await ask(notification("m"), { call })).to.deep.equal([undefined]);
    expect(await ask(notification("fail"), { call })).to.deep.equal([undefined, "methodNotFound"]);
    expect(ran).to.deep.equal(["m", "fail"]);
  });

  it("answers null, which is an id", async () => {
    expect(await ask(request("null", "m"))).to.deep.equal([result("null")]);
  });

  it("adds a transport's data to every error", async () => {
    const extraData = { protocolVersion: "2024-11-05" };
    for (const body of ["{", "1", request("1", "fail")]) {
      expect((await ask(body, { extraData }))[0]).to.include('"data":{"protocolVersion":"2024-11-05"}');
    }
    expect((await ask(`[1,${request("1", "fail")}]`, { extraData }))[0]?.match(/2024-11-05/g)).to.have.length(
      2,
    );
  });

  it("reports each failed call, notifications and batches included", async () => {
    const told: string[] = [];
    const reportError = ({ kind }: RpcError) => told.push(kind);
    await ask(request("1", "fail"), { reportError });
    await ask(notification("crash"), { reportError });
    await ask(`[${request("1", "fail")},${request("2", "m")}]`, { reportError });
    expect(told).to.deep.equal(["methodNotFound", "internal", "methodNotFound"]);
  });

  describe("a batch", () => {
    it("is answered in its order, without its notifications", async () => {
      const batch = [
        request("2", "m"),
        notification("m"),
        "1",
        request("1", "fail"),
        request('"a"', "m", '{"b":1}'),
      ];
      const answers = [result("2"), noRequest, notFound("1"), result('"a"', '{"b":1}')];
      expect(await ask(`[${batch.join(",")}]`)).to.deep.equal([`[${answers.join(",")}]`]);
    });

    it("of one call is still a batch", async () => {
      expect(await ask(`[${request("1", "m")}]`)).to.deep.equal([`[${result("1")}]`]);
    });

    it("of notifications is answered with nothing", async () => {
      expect(await ask(`[${notification("m")},${notification("fail")}]`)).to.deep.equal([undefined]);
    });

    it("that is empty is answered with one error", async () => {
      const [body, kind] = await ask("[]");
      expect(kind).to.equal("invalidRequest");
      expect(body).to.match(/^\{"jsonrpc":"2.0","error":\{"code":-32600/);
    });

    it("is answered in order even if its calls end in another", async () => {
      const { call, waiting } = gate();
      const asked = ask(`[${request("1", "a")},${request("2", "b")},${request("3", "c")}]`, { call });
      await settle();
      for (const finish of waiting.reverse()) finish();
      expect(await asked).to.deep.equal([
        `[${result("1", '"a"')},${result("2", '"b"')},${result("3", '"c"')}]`,
      ]);
    });

    it("runs 16 calls at once, and the next when one ends", async () => {
      const { call, waiting, started } = gate();
      const methods = Array.from({ length: 18 }, (_, index) => `m${index}`);
      const asked = ask(`[${methods.map((method, index) => request(String(index), method)).join(",")}]`, {
        call,
      });
      await settle();
      expect(started).to.deep.equal(methods.slice(0, 16));
      waiting[1]?.();
      await settle();
      expect(started).to.deep.equal(methods.slice(0, 17));
      for (const finish of waiting) finish();
      await settle();
      waiting[17]?.();
      expect((await asked)[0]?.match(/"result"/g)).to.have.length(18);
    });
  });

  it("answers calls of a batch beyond its size limit with an error, and does not run those after them", async () => {
    const called: (string | undefined)[] = [];
    const call = async ({ id }: RpcRequest) => {
      called.push(id);
      return RawJson.fromText(`"${"x".repeat(400)}"`);
    };
    const members = Array.from({ length: 20 }, (_, index) => request(String(index), "long"));
    const options = { call, maxAnswerBytes: 1000 };
    const [text = ""] = await ask(`[${members.join(",")}]`, options);
    const reasons = (JSON.parse(text) as { error?: { data: { reason: string } } }[]).map(
      ({ error }) => error?.data.reason,
    );
    expect(reasons).to.deep.equal([undefined, undefined, ...Array(18).fill("batch-too-large")]);
    // 16 run at once, and one more for each of the two that fit.
    expect(called).to.have.length(18);
  });

  describe("the size limit of a batch", () => {
    const call = async () => RawJson.fromText('"four"');
    const one = result("1", '"four"').length;
    const batch = (count: number) => `[${Array(count).fill(request("1", "m")).join(",")}]`;
    const dataOf = async (body: string, options: Partial<BodyAnswerOptions>) => {
      const [text = "[]"] = await ask(body, options);
      return (JSON.parse(text) as { error?: { data: object } }[]).map(({ error }) => error?.data);
    };
    const tooLarge = { reason: "batch-too-large" };

    it("is reached by answers of exactly that size", async () => {
      expect(await dataOf(batch(2), { call, maxAnswerBytes: 2 * one })).to.deep.equal([undefined, undefined]);
      expect(await dataOf(batch(2), { call, maxAnswerBytes: 2 * one - 1 })).to.deep.equal([
        undefined,
        tooLarge,
      ]);
    });

    it("leaves no room after the first answer that does not fit, even for a smaller one", async () => {
      const sizes = async ({ method }: RpcRequest) => RawJson.fromText(`"${"x".repeat(Number(method))}"`);
      const body = `[${["1", "900", "1"].map((size) => request("1", size)).join(",")}]`;
      const data = await dataOf(body, { call: sizes, maxAnswerBytes: 500 });
      expect(data).to.deep.equal([undefined, tooLarge, tooLarge]);
    });

    it("is named in the message, with its setting", async () => {
      const [text] = await ask(batch(1), { call, maxAnswerBytes: 1 });
      expect(text).to.contain("longer than 1 bytes in total (a sixteenth of server_config.memory_mb)");
    });

    it("gives notifications no answer", async () => {
      const body = `[${request("1", "m")},${Array(20).fill(notification("m")).join(",")}]`;
      expect(await dataOf(body, { call, maxAnswerBytes: one })).to.deep.equal([undefined]);
    });
  });

  describe("the answers of a batch that wait for the others", () => {
    async function counted(count: number, bytes: number): Promise<number[]> {
      const sizes: number[] = [];
      let size = 0;
      const text = `"${"x".repeat(bytes - result("1", '""').length)}"`;
      const options = {
        call: async () => RawJson.fromText(text),
        countBatched: (change: number) => {
          size += change;
          sizes.push(size);
        },
      };
      await ask(`[${Array(count).fill(request("1", "m")).join(",")}]`, options);
      return sizes;
    }

    it("are counted once they take more than 64 KiB, until the batch is complete", async () => {
      expect(await counted(4, 32 * 1024)).to.deep.equal([96 * 1024, 128 * 1024, 0]);
      expect(await counted(1, 64 * 1024 + 1)).to.deep.equal([64 * 1024 + 1, 0]);
    });

    it("are not counted up to 64 KiB", async () => {
      expect(await counted(2, 32 * 1024)).to.deep.equal([]);
    });
  });
});
