import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Example } from "../../codegen/contract/contract.ts";
import { DocumentSchemas } from "../../codegen/contract/document-schemas.ts";
import { isObject, readJson } from "../../codegen/contract/json-value.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { methods } from "../../generated/methods.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { stringifyLossless } from "../../src/json/lossless.ts";
import { packageRoot } from "../../src/package-root.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import type { Dialect } from "../../src/rpc/write-response.ts";
import { SocketUpstream } from "../subscriptions/socket-upstream.ts";
import { SocketGateway } from "../transports/websocket/harness.ts";

const text = readFileSync(join(packageRoot, "openrpc.json"), "utf8");
const document = readJson(text);
const contract = readContract(isObject(document) ? document : {});
const wallet = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

interface Options {
  readonly dialect?: Dialect;
  readonly network?: string;
}

/** A gateway with --mock over an upstream that must get no call. */
describe("a gateway that answers from examples", () => {
  let upstream: SocketUpstream;
  let sockets: SocketGateway;

  before(async () => {
    upstream = await SocketUpstream.start();
    const addresses = { rpcUrl: upstream.rpcUrl, wsUrls: [upstream.wsUrl] };
    sockets = await SocketGateway.start({ one: addresses, two: addresses }, {}, {}, { mock: true });
  });

  after(async () => {
    await sockets.close();
    await upstream.close();
  });

  async function call(
    method: string,
    params?: string,
    { dialect = "gateway", network }: Options = {},
  ): Promise<string> {
    const caller = {
      transport: "http",
      address: undefined,
      isLoopback: true,
      isCrossOrigin: false,
      isForeignOrigin: false,
    } as const;
    const { gateway } = sockets.live.service;
    const cancellation = new Cancellation();
    return (
      await gateway.call({ dialect, method, params, network, caller, cancellation, notes: {} })
    ).toString();
  }

  async function fault(method: string, params?: string): Promise<RpcError> {
    try {
      await call(method, params);
    } catch (caught) {
      if (caught instanceof RpcError) return caught;
      throw caught;
    }
    throw new Error(`${method} did not fail`);
  }

  it("answers every callable method's examples with their own results", async () => {
    for (const { name, kind, params, examples } of contract.methods) {
      if (kind !== "ledger") continue;
      for (const example of examples) {
        const given = Object.fromEntries(
          [...example.params].filter(([key]) => params.some((param) => param.name === key)),
        );
        const answer = readJson(await call(name, stringifyLossless(given)));
        const same = examples
          .filter((other) => sameParams(other.params, example.params))
          .map(({ result }) => result);
        expect(same, `${name}: ${example.name}`).to.deep.include(answer);
      }
    }
  });

  it("answers calls without an example with another example's result, valid against the schema", async () => {
    const schemas = new DocumentSchemas(contract);
    const method = contract.methods.find(({ name }) => name === "getBalance");
    const answer = readJson(await call("getBalance", '["11111111111111111111111111111111"]'));
    expect(schemas.faultsOf(method?.result ?? {}, answer)).to.deep.equal([]);
  });

  it("prefers an example about the same thing when only the options differ", async () => {
    const plain = await call("getAccountInfo", `["4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"]`);
    const other = await call(
      "getAccountInfo",
      `["4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA", "processed"]`,
    );
    expect(other).to.equal(plain);
    expect(plain).to.include('"value":null');
  });

  it("keeps digits beyond 2^53 and writes results on one line", async () => {
    const answer = await call("getAccountInfo", `{"pubkey": "${wallet}"}`);
    expect(answer).to.include('"rentEpoch":18446744073709551615');
    expect(answer).not.to.match(/\n/);
  });

  it("keeps floats as the document writes them", async () => {
    expect(await call("getInflationGovernor")).to.include('"foundationTerm":7.0');
  });

  it("answers the bare scalar in the ledger dialect and the wrapped one in its own", async () => {
    expect(await call("getSlot")).to.match(/^\{"value":\d+\}$/);
    expect(await call("getSlot", undefined, { dialect: "ledger" })).to.match(/^\d+$/);
  });

  it("answers a call to all networks under the id of each", async () => {
    const single = await call("getBalance", `["${wallet}"]`);
    expect(await call("getBalance", `["${wallet}"]`, { network: "all" })).to.equal(
      `{"one":${single},"two":${single}}`,
    );
    expect(await call("listSvmNetworks", undefined, { network: "all" })).to.match(/^\{"networks":/);
  });

  it("refuses an unknown method with -32601 and the nearest name", async () => {
    const { code, message } = await fault("getBalanc", "[]");
    expect(code).to.equal(-32601);
    expect(message).to.include("getBalance");
  });

  it("refuses wrong parameters with -32602 and the parameter's name, as the real gateway does", async () => {
    const { code, message } = await fault("getBalance", '["nonsense"]');
    expect(code).to.equal(-32602);
    expect(message).to.include("pubkey must be a base-58 address of 32 bytes");
  });

  it("refuses subscriptions with -32601", async () => {
    const names = Object.values(methods).filter(({ kind }) => kind.endsWith("subscribe"));
    for (const { name } of names) expect((await fault(name)).code, name).to.equal(-32601);
  });

  it("does not treat inherited property names as methods", async () => {
    for (const name of ["constructor", "__proto__", "toString", "mockMode"]) {
      expect((await fault(name)).code, name).to.equal(-32601);
    }
  });
});

describe("the gateway in front of examples", () => {
  let upstream: SocketUpstream;
  let gateway: SocketGateway;

  beforeEach(async () => {
    upstream = await SocketUpstream.start();
    gateway = await SocketGateway.start(
      { one: { rpcUrl: upstream.rpcUrl, wsUrls: [upstream.wsUrl] } },
      {
        upstream: { poll_interval_ms: 50 },
        server_config: { rate_limit: { per_second: 4, per_minute: 4 } },
      },
      {},
      { mock: true },
    );
  });

  afterEach(async () => {
    await gateway.close();
    await upstream.close();
  });

  it("limits and counts calls and subscriptions as usual", async () => {
    const client = await gateway.connect();
    const codes: unknown[] = [];
    for (const method of ["getSlot", "slotSubscribe", "getSlot", "rootSubscribe", "getSlot", "slotSubscribe"])
      codes.push((await client.call(method, [])).json.error?.code);
    expect(codes).to.deep.equal([undefined, undefined, undefined, undefined, -32603, -32603]);
    const text = await gateway.live.service.metrics.registry.metrics();
    expect(text).to.contain(
      'svm_gateway_requests_total{method="getSlot",network="one",transport="websocket"} 2',
    );
    expect(text).to.contain("svm_gateway_rate_limited_total 2");
  });

  it("feeds subscriptions from the examples and connects to no upstream", async () => {
    const client = await gateway.connect();
    const id = await client.subscribe("slotSubscribe");
    expect((await client.notification(id)).json.params.result.slot).to.be.a("number");
    expect([upstream.upgrades, upstream.calls]).to.deep.equal([0, []]);
  });
});

function sameParams(a: Example["params"], b: Example["params"]): boolean {
  const shown = (params: Example["params"]) => stringifyLossless(Object.fromEntries([...params].sort()));
  return shown(a) === shown(b);
}
