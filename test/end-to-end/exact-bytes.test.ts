import { expect } from "chai";
import { ScriptedUpstream } from "../upstream/harness.ts";
import { type ServedService, serveService } from "./served-service.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** Results that no JSON library would write the same way. */
const results: readonly (readonly [name: string, text: string])[] = [
  ["a rent epoch beyond a double", '{"lamports":88849814690250,"rentEpoch":18446744073709551615}'],
  ["floats", "[1.0,0.1,-0.0,100.00,3.141592653589793238462643383279]"],
  ["exponents", "[1e2,1E400,-1.50E-007,1e+9,0e0]"],
  ["minus zero", "-0"],
  ["unicode escapes", '"\\u00e9\\uD83D\\uDE00\\ud83d \\u0000 \\/ é 😀"'],
  ["escapes in keys", '{"meth\\u006fd":1,"\\u0022":2,"a\\/b":3,"\\ud83d":4}'],
  ["keys of a response, inside", '{"result":{"id":7,"error":null,"jsonrpc":"1.0"}}'],
  ["a key written twice", '{"a":1,"a":2,"__proto__":{"a":3}}'],
  ["deep nesting", `${'[{"a":'.repeat(150)}18446744073709551615${"}]".repeat(150)}`],
  ["whitespace", '{ "a" : [ 1 ,\t2 ] ,\n"b":  null }'],
  ["a string of a mebibyte", `"${"\\u00e9".repeat(180_000)}"`],
];

function request(id: string, params = `["${address}"]`): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"getAccountInfo","params":${params}}`;
}

describe("what an upstream writes", () => {
  const one = new ScriptedUpstream();
  const two = new ScriptedUpstream();
  let served: ServedService;
  before(async () => {
    await Promise.all([one.start(), two.start()]);
    served = await serveService({ one: one.url, two: two.url });
  });
  after(async () => {
    await served.close();
    await Promise.all([one.stop(), two.stop()]);
  });

  for (const [name, text] of results) {
    describe(name, () => {
      before(() => {
        one.script = () => text;
        two.script = () => text;
      });

      for (const [dialect, path] of [
        ["gateway", "/"],
        ["ledger", "/networks/one"],
      ] as const) {
        it(`is passed on byte for byte in the ${dialect} dialect`, async () => {
          expect(await served.post(path, request("1"))).to.equal(`{"jsonrpc":"2.0","result":${text},"id":1}`);
        });

        it(`is passed on byte for byte in a batch of the ${dialect} dialect, ids too`, async () => {
          const ids = ['"\\u0031"', "18446744073709551615", "1.0"];
          const body = `[${ids.map((id) => request(id)).join(",")}]`;
          const members = ids.map((id) => `{"jsonrpc":"2.0","result":${text},"id":${id}}`);
          expect(await served.post(path, body)).to.equal(`[${members.join(",")}]`);
        });
      }

      for (const path of ["/?network=all", "/networks/all"]) {
        it(`is passed on byte for byte for each network at ${path}`, async () => {
          expect(await served.post(path, request("1"))).to.equal(
            `{"jsonrpc":"2.0","result":{"one":${text},"two":${text}},"id":1}`,
          );
        });
      }
    });
  }

  it("is passed on byte for byte as an error", async () => {
    const error = '{"code":-32002,"message":"caf\\u00e9","data":{"a":18446744073709551615,"b":1.0,"b":2e0}}';
    one.script = ({ id }, response) => {
      response.setHeader("content-type", "application/json");
      response.end(`{"jsonrpc":"2.0","error":${error},"id":${id}}`);
      return undefined;
    };
    for (const path of ["/", "/networks/one"]) {
      expect(await served.post(path, request("1"))).to.equal(`{"jsonrpc":"2.0","error":${error},"id":1}`);
    }
  });
});

describe("what a client writes", () => {
  const node = new ScriptedUpstream();
  let served: ServedService;
  before(async () => {
    await node.start();
    served = await serveService({ one: node.url });
  });
  after(async () => {
    await served.close();
    await node.stop();
  });

  /** What the upstream was sent for a request. */
  async function sentFor(path: string, method: string, params: string): Promise<string> {
    node.asked.length = 0;
    await served.post(path, `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    return node.asked.map(({ body }) => /"params":(.*)\}$/s.exec(body)?.[1] ?? body).join("\n");
  }

  const cases: readonly (readonly [path: string, method: string, params: string, sent: string])[] = [
    ["/", "getBlockTime", "[9007199254740993]", "[9007199254740993]"],
    ["/", "getBlockTime", '{"slot":9007199254740993}', "[9007199254740993]"],
    ["/", "getBlockTime", "[18446744073709551615]", "[18446744073709551615]"],
    ["/networks/one", "getBlockTime", "[9007199254740993]", "[9007199254740993]"],
    [
      "/networks/one",
      "getBalance",
      `["${address}",{"minContextSlot":9007199254740993,"a":1.0,"a":1e0,"\\u0062":"\\u00e9"}]`,
      `["${address}",{"minContextSlot":9007199254740993,"a":1.0,"a":1e0,"\\u0062":"\\u00e9"}]`,
    ],
    [
      "/",
      "getBalance",
      `["${address}",{"minContextSlot":9007199254740993}]`,
      `["${address}",{"minContextSlot":9007199254740993}]`,
    ],
  ];
  for (const [path, method, params, sent] of cases) {
    it(`reaches the upstream with every digit: ${method} ${params} at ${path}`, async () => {
      expect(await sentFor(path, method, params)).to.equal(sent);
    });
  }
});
