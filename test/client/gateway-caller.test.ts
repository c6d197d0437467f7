import { once } from "node:events";
import { expect } from "chai";
import { isRpcError, isSvmGatewayError, SvmGatewayError } from "../../src/client/shared/svm-gateway-error.ts";
import { useFakeClock } from "../fake-clock.ts";
import { rejection, useGateway } from "./harness.ts";
import { answering, saying } from "./scripted-gateway.ts";

const balance = '"result":{"context":{"slot":7},"value":18446744073709551615}';

describe("a call of the client", () => {
  const use = useGateway();

  it("posts the method with its parameters by name, bigints digit by digit, and reads u64 exactly", async () => {
    use.gateway.steps = [answering(() => balance)];
    const result = await use.client().getBalance({ pubkey: "Vote111", minContextSlot: 9007199254740993n });
    expect(result).to.deep.equal({ context: { slot: 7n }, value: 18446744073709551615n });
    expect(use.gateway.requests[0]?.body).to.equal(
      '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{"pubkey":"Vote111","minContextSlot":9007199254740993}}',
    );
    expect(use.gateway.requests[0]?.headers["content-type"]).to.equal("application/json");
  });

  it("leaves params out when none are given", async () => {
    use.gateway.steps = [answering(() => '"result":"ok"')];
    expect(await use.client().getHealth()).to.equal("ok");
    expect(use.gateway.requests[0]?.body).to.equal('{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
  });

  it("refuses a parameter that is not by name, and shows how to write it", async () => {
    const client = use.client() as unknown as Record<string, (params: unknown) => Promise<unknown>>;
    const message = async (method: string, params: unknown) => {
      const error = await client[method]?.(params).catch((caught: unknown) => caught);
      return (error as TypeError).message;
    };
    expect(await message("getBalance", "Vote111")).to.equal(
      "getBalance: takes its parameters by name, as in getBalance({ pubkey }), got a string",
    );
    expect(await message("getSlot", 5)).to.include("getSlot({}), got a number");
    expect(use.gateway.requests).to.have.length(0);
  });

  it("sends the caller's headers and keeps the path of the address", async () => {
    use.gateway.steps = [answering(() => '"result":"ok"')];
    const client = use.client({
      url: `${use.gateway.url}/rpc?key=1`,
      headers: { authorization: "Bearer x" },
    });
    await client.on("a b").getHealth();
    expect(use.gateway.requests[0]?.path).to.equal("/rpc?key=1&network=a+b");
    expect(use.gateway.requests[0]?.headers.authorization).to.equal("Bearer x");
  });

  it("shares one session with the client's other calls, and with no other client's", async () => {
    use.gateway.steps = [answering(() => '"result":"ok"')];
    const client = use.client({ network: "one" });
    await client.getHealth();
    await client.on("two").getHealth();
    await use.client().getHealth();
    const [first, second, other] = use.gateway.requests.map(({ headers }) => headers["x-session"]);
    expect(first)
      .to.match(/^[0-9a-z]{10,40}$/)
      .and.equal(second);
    expect(other)
      .to.match(/^[0-9a-z]{10,40}$/)
      .and.not.equal(first);
  });

  it("has no session if the client wants none, and the caller's own if that is named", async () => {
    use.gateway.steps = [answering(() => '"result":"ok"')];
    await use.client({ consistency: "none" }).getHealth();
    await use.client({ headers: { "X-Session": "shared" } }).getHealth();
    expect(use.gateway.requests.map(({ headers }) => headers["x-session"])).to.deep.equal([
      undefined,
      "shared",
    ]);
  });

  it("selects the network of on(...), else that of the options, and none for the gateway's own methods", async () => {
    use.gateway.steps = [answering(() => '"result":null')];
    const client = use.client({ network: "solana-mainnet" });
    await client.getHealth();
    await client.on("solana-devnet").getHealth();
    await client.enableSvmNetwork({ network_id: "eclipse-mainnet" });
    expect(use.gateway.requests.map(({ path }) => path)).to.deep.equal([
      "/?network=solana-mainnet",
      "/?network=solana-devnet",
      "/",
    ]);
  });

  it("uses the fetch it was given", async () => {
    const urls: string[] = [];
    const client = use.client({
      fetch: async (url) => {
        urls.push(url);
        return {
          status: 200,
          headers: new Headers(),
          text: async () => '{"jsonrpc":"2.0","id":1,"result":"ok"}',
        };
      },
    });
    expect(await client.getHealth()).to.equal("ok");
    expect(urls).to.deep.equal([`${use.gateway.url}/`]);
  });

  it("refuses a parameter that has lost digits before anything is sent", async () => {
    const error = await rejection(use.client().requestAirdrop({ pubkey: "Vote111", lamports: 2 ** 60 }));
    expect(error).to.be.instanceOf(TypeError);
    expect((error as TypeError).message).to.contain("params.lamports is 1152921504606847000, beyond 2^53");
    expect(use.gateway.requests).to.have.length(0);
  });

  it("rejects with code, message and exact data of a JSON-RPC error", async () => {
    use.gateway.steps = [
      saying(
        '{"jsonrpc":"2.0","error":{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":1,"x":9007199254740993}},"id":ID}',
      ),
    ];
    const error = await rejection(use.client({ network: "n" }).getBalance({ pubkey: "x" }));
    if (!isRpcError(error, -32016)) throw error;
    expect(error.data?.contextSlot).to.equal(1n);
    expect(error.data).to.deep.equal({ contextSlot: 1n, x: 9007199254740993n });
    expect(error).to.include({
      name: "SvmGatewayError",
      kind: "rpc",
      message: "Minimum context slot has not been reached",
      method: "getBalance",
      network: "n",
      status: 200,
    });
    expect(isRpcError(error, -32005)).to.equal(false);
    expect(isRpcError(error)).to.equal(true);
    expect(isSvmGatewayError(error, "http", "rpc")).to.equal(true);
    expect(isSvmGatewayError(error, "timeout")).to.equal(false);
    expect(isSvmGatewayError(new Error("x"))).to.equal(false);
  });

  it("accepts an error without an id: the gateway could not read the request", async () => {
    use.gateway.steps = [
      saying('{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'),
    ];
    expect(await rejection(use.client().getHealth())).to.include({ kind: "rpc", code: -32700 });
  });

  const answers: [name: string, text: string, status: number, expected: object][] = [
    ["a page instead of JSON", "<html>", 200, { kind: "protocol", status: 200 }],
    ["half an answer", '{"jsonrpc":"2.0","id":1,"result":{"con', 200, { kind: "protocol" }],
    ["nothing", "", 200, { kind: "protocol" }],
    ["an answer without result and error", '{"jsonrpc":"2.0","id":ID}', 200, { kind: "protocol" }],
    ["an answer to another call", '{"jsonrpc":"2.0","id":77,"result":1}', 200, { kind: "protocol" }],
    ["a batch", '[{"jsonrpc":"2.0","id":ID,"result":1}]', 200, { kind: "protocol" }],
    [
      "a result that is not JSON inside",
      '{"jsonrpc":"2.0","id":ID,"result":{"a":tru}}',
      200,
      { kind: "protocol" },
    ],
    [
      "a number of thousands of digits, whose error says so,",
      `{"jsonrpc":"2.0","id":ID,"result":{"value":${"9".repeat(5000)}}}`,
      200,
      {
        kind: "protocol",
        message:
          "getBalance: could not read the result: JSON holds a number of 5000 characters; at most 1000 are read.",
      },
    ],
    ["an error without a code", '{"jsonrpc":"2.0","id":ID,"error":"no"}', 200, { kind: "protocol" }],
    ["a status without a body", "", 404, { kind: "http", status: 404 }],
    ["a proxy's page", "<html>forbidden", 403, { kind: "http", status: 403 }],
    [
      "an error with a status",
      '{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"m"}}',
      500,
      { kind: "rpc", code: -32603, status: 500 },
    ],
  ];
  for (const [name, text, status, expected] of answers) {
    it(`rejects ${name} with kind ${(expected as { kind: string }).kind}, and does not retry`, async () => {
      use.gateway.steps = [saying(text, status)];
      const error = await rejection(use.client().getBalance({ pubkey: "x" }));
      expect(error).to.be.instanceOf(SvmGatewayError);
      expect(error).to.include({ method: "getBalance", ...expected });
      expect(use.gateway.requests).to.have.length(1);
    });
  }

  it("times out with kind timeout, and aborts the request", async () => {
    const clock = useFakeClock();
    let gone: Promise<unknown> | undefined;
    const asked = new Promise<void>((resolve) => {
      use.gateway.steps = [
        (_request, response) => {
          gone = once(response, "close");
          resolve();
          return undefined;
        },
      ];
    });
    const failed = rejection(use.client().getBalance({ pubkey: "x" }, { timeoutMs: 30 }));
    await asked;
    await clock.tickAsync(30);
    const error = await failed;
    expect(error).to.include({ kind: "timeout", method: "getBalance" });
    expect((error as Error).message).to.equal("getBalance: no answer within 30 ms.");
    await gone;
  });

  it("times out even if the given fetch ignores the signal", async () => {
    const clock = useFakeClock();
    const client = use.client({ fetch: () => new Promise(() => undefined), timeoutMs: 20 });
    const failed = rejection(client.getHealth());
    await clock.tickAsync(20);
    expect(await failed).to.include({ kind: "timeout" });
  });

  it("ends with the caller's signal, which is the cause", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const gone = new Promise<void>((resolve) => {
      use.gateway.steps = [
        (_request, response) => {
          response.on("close", resolve);
          controller.abort(reason);
          return undefined;
        },
      ];
    });
    const error = await rejection(use.client().getHealth({}, { signal: controller.signal }));
    expect(error).to.include({ kind: "aborted", cause: reason });
    await gone;
  });

  it("sends nothing if the signal was aborted before", async () => {
    const error = await rejection(use.client().getHealth({}, { signal: AbortSignal.abort() }));
    expect(error).to.include({ kind: "aborted" });
    expect(use.gateway.requests).to.have.length(0);
  });

  it("says which address did not answer and why, without its query", async () => {
    const { url } = use.gateway;
    await use.gateway.close();
    const client = use.client({ url: `${url}/?api-key=secret`, retries: 0 });
    const error = (await rejection(client.getHealth())) as SvmGatewayError;
    expect(error.kind).to.equal("network");
    expect(error.message).to.equal(`getHealth: no answer from ${url} (ECONNREFUSED).`);
  });
});
