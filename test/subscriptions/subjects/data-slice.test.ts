import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { dataSlicer } from "../../../src/subscriptions/subjects/data-slice.ts";
import { recordingsOf } from "../../contract/recordings.ts";
import { addresses } from "../harness.ts";

const [address] = addresses;
const note = "a token account, dataSlice";

function slicedBy(method: string, path: readonly string[], config: object) {
  const methodIndex = indexedMethods.get(method) ?? expect.fail();
  return dataSlicer(bindParams(methodIndex, JSON.stringify([address, config])), path);
}

describe("the piece of an account's data that a subscription asks for", () => {
  const account = (bytes: number, space = 8) =>
    `{"lamports":18446744073709551615,"data":["${Buffer.alloc(bytes, 7).toString("base64")}","base64"],"space":${space}}`;
  const changed = (value: string) => `{"context":{"slot":5},"value":${value}}`;
  const config = { encoding: "base64", dataSlice: { offset: 6, length: 4 } };
  const cut = (payload: string) =>
    String(slicedBy("accountSubscribe", ["value"], config)?.(RawJson.fromText(payload)));

  for (const node of ["agave-3.1.10", "agave-4.4.0"]) {
    it(`has its length in what clients get from ${node}`, () => {
      const { params, notifications = [] } =
        recordingsOf(node, "accountSubscribe").find((recording) => recording.note === note) ?? expect.fail();
      const [, asked] = params as [string, { readonly dataSlice: { readonly length: number } }];
      const sliced = slicedBy("accountSubscribe", ["value"], asked);
      expect(notifications.length).to.be.above(0);
      for (const { params: sent } of notifications) {
        const shown = sliced?.(RawJson.fromText(JSON.stringify(sent.result))).parse() as {
          readonly value: { readonly data: readonly [string, string] };
        };
        expect(Buffer.from(shown.value.data[0], "base64")).to.have.lengthOf(asked.dataSlice.length);
      }
    });
  }

  it("is cut out of data that came whole, and nothing else is touched", () => {
    expect(cut(changed(account(8)))).to.equal(changed(account(2)));
  });

  it("stays as it is where the node has cut it, or there is no account in the notification", () => {
    for (const payload of [changed(account(2)), changed("null"), '{"context":{"slot":5}}', "7"])
      expect(cut(payload)).to.equal(payload);
  });

  it("is cut out of the accounts of a program", () => {
    const sliced = slicedBy("programSubscribe", ["value", "account"], config);
    const keyed = (bytes: number) => changed(`{"pubkey":"${address}","account":${account(bytes)}}`);
    expect(String(sliced?.(RawJson.fromText(keyed(8))))).to.equal(keyed(2));
  });

  it("is not cut in other encodings, or when all of the data is asked for", () => {
    expect(slicedBy("accountSubscribe", ["value"], { encoding: "base64" })).to.equal(undefined);
    expect(slicedBy("accountSubscribe", ["value"], { ...config, encoding: "base64+zstd" })).to.equal(
      undefined,
    );
  });
});
