import { expect } from "chai";
import fc from "fast-check";
import { addSecret } from "../../../src/log/redact.ts";
import { readUpstreamFrame } from "../../../src/subscriptions/upstream/upstream-frame.ts";

function read(text: string) {
  const frame = readUpstreamFrame(Buffer.from(text));
  switch (frame.kind) {
    case "notification":
      return [frame.subscription, String(frame.payload)];
    case "result":
      return [frame.id, String(frame.result)];
    case "refusal":
      return [frame.id, frame.refusal.code, frame.refusal.message, String(frame.refusal.ledgerError)];
    case "other":
      return "other";
  }
}

const refusal = '{"message":"no \\"way\\"","code":-32601,"data":1}';
const cases: readonly [text: string, expected: unknown][] = [
  ['{"jsonrpc":"2.0","method":"m","params":{"result":{"a": 1},"subscription":7}}', ["7", '{"a": 1}']],
  ['{"params":{"subscription":"x","result":18446744073709551615}}', ['"x"', "18446744073709551615"]],
  ['{"params":{"subscription":1,"result":{"subscription":2}}}', ["1", '{"subscription":2}']],
  ['{"params":{"result":1}}', "other"],
  ['{"params":[1]}', "other"],
  [`{"params":{"subscription":"${"x".repeat(64)}","result":1}}`, "other"],
  ['{"jsonrpc":"2.0","result":12,"id":3}', [3, "12"]],
  ['{"id":3,"error":null,"result":true}', [3, "true"]],
  [`{"id":3,"error":${refusal}}`, [3, -32601, 'no "way"', refusal]],
  ['{"id":3,"error":{"code":"x"}}', [3, -32603, "", '{"code":"x"}']],
  ['{"id":3,"error":{}}', [3, -32603, "", "{}"]],
  ['{"id":"3","result":1}', [3, "1"]],
  ['{"id":"three","result":1}', "other"],
  ['{"id":"","result":1}', "other"],
  ['{"id":null,"error":{"code":-32600,"message":"x"}}', "other"],
  ["{}", "other"],
];

describe("reading an upstream's frame", () => {
  for (const [text, expected] of cases) {
    it(`takes ${text}`, () => {
      expect(read(text)).to.deep.equal(expected);
    });
  }

  for (const text of ["", "[]", "1", '{"params":', '{"a":1}x']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => read(text)).to.throw();
    });
  }

  it("hides a key that a refusal quotes", () => {
    addSecret("wss://node.example/?key=frame-key-4711");
    const quoting = '{"message":"key frame-key-4711 is refused","code":-32000,"data":"frame-key-4711"}';
    const hidden = '{"message":"key *** is refused","code":-32000,"data":"***"}';
    expect(read(`{"id":3,"error":${quoting}}`)).to.deep.equal([3, -32000, "key *** is refused", hidden]);
  });

  it("returns every payload byte for byte", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (payload, id) => {
        expect(read(`{"method":"m","params":{"result":${payload},"subscription":${id}}}`)).to.deep.equal([
          String(id),
          payload,
        ]);
      }),
    );
  });
});
