import { expect } from "chai";
import { configFor, type ServedGateway, startGateway } from "../../gateway-process.ts";
import { expectProportionalWork } from "../../work-grows.ts";
import { cpuMsOf } from "./cpu-of.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

const maxAnswerBytes = 16_384 + 100;

/** Distinct members, `bytes` long in all. */
function members(bytes: number): string {
  let text = '"k":1';
  for (let at = 0; text.length < bytes; at += 1) text += `,"k${at}":1`;
  return text;
}

interface Shape {
  readonly method: string;
  readonly params: (bytes: number) => string;
}

const byPosition: Readonly<Record<string, Shape>> = {
  "config keys": { method: "getBalance", params: (bytes) => `["${address}",{${members(bytes)}}]` },
  "config objects": {
    method: "getBalance",
    params: (bytes) => `["${address}"${',{"a":1}'.repeat(bytes / 8)}]`,
  },
  positions: { method: "getBalance", params: (bytes) => `["${address}"${",1".repeat(bytes / 2)}]` },
};

const byName: Readonly<Record<string, Shape>> = {
  "parameter names": { method: "searchAssets", params: (bytes) => `{${members(bytes)}}` },
  "one repeated key": {
    method: "getBalance",
    params: (bytes) => `{"commitment":1${',"commitment":1'.repeat(bytes / 15)}}`,
  },
  "parts of one gathered object": {
    method: "getProgramAccounts",
    params: (bytes) => `{"offset":1${',"offset":1'.repeat(bytes / 11)}}`,
  },
  "one long name": { method: "getBalance", params: (bytes) => `{"${"x".repeat(bytes)}":1}` },
  "names that are written in escapes": {
    method: "getBalance",
    params: (bytes) => `{"${"\\u0001".repeat(bytes / 6)}":1}`,
  },
};

interface Route {
  readonly path: string;
  /** Added to the names of its tests. */
  readonly tag?: string;
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly body: (method: string, params: string) => string;
}

const call = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

const routes: Readonly<Record<string, Route>> = {
  "a call": { path: "/", shapes: { ...byPosition, ...byName }, body: call },
  "a batch": {
    path: "/",
    tag: " @long",
    shapes: { ...byPosition, ...byName },
    body: (method, params) => `[${call(method, params)}]`,
  },
  "a tool": {
    path: "/api/mcp",
    tag: " @long",
    shapes: byName,
    body: (method, params) => call("tools/call", `{"name":"${method}","arguments":${params}}`),
  },
};

describe("hostile parameters", () => {
  let gateway: ServedGateway;

  before(async () => {
    gateway = await startGateway(["serve", "--ws-port", "0"], {
      config: configFor({ none: { rpc_url: "http://127.0.0.1:1" } }),
      // A refusal whose size is the product of two lists would end the process.
      env: { NODE_OPTIONS: "--max-old-space-size=192" },
    });
  });
  after(() => gateway.process.stop());

  for (const [route, { path, shapes, body, tag = "" }] of Object.entries(routes)) {
    for (const [name, { method, params }] of Object.entries(shapes)) {
      it(`${name} in ${route} are refused with a short message, with work in proportion to their length${tag}`, async () => {
        const { pid = 0 } = gateway.process.child;
        const refuse = async (bytes: number) => {
          const text = await (await gateway.post(path, body(method, params(bytes)))).text();
          expect(Buffer.byteLength(text)).to.be.below(maxAnswerBytes);
          expect(text).to.contain("-32602");
        };
        await expectProportionalWork(refuse, 125_000, { cpuMs: () => cpuMsOf(pid), floorMs: 10 });
      });
    }
  }
});
