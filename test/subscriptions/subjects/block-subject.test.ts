import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { packageRoot } from "../../../src/package-root.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import { BlockSubject } from "../../../src/subscriptions/subjects/block-subject.ts";

const subjectOf = (params: string) =>
  new BlockSubject(bindParams(indexedMethods.get("blockSubscribe") ?? expect.fail(), params));

const frame = (slot: number, value: string) =>
  RawJson.fromText(`{"context":{"slot":${slot}},"value":{"slot":${slot},${value}}}`);
const block = (slot: number) => frame(slot, `"block":{"blockhash":"h${slot}"},"err":null`);
const refusal = (slot: number, err = '"BlockStoreError"') => frame(slot, `"block":null,"err":${err}`);

/** Those of some frames that are delivered, as `slot` or `slot!`. */
function delivered(frames: readonly RawJson[], params = '["all"]'): string[] {
  const subject = subjectOf(params);
  return frames
    .filter((one) => subject.decide(one) === "deliver")
    .map((one) => {
      const { value } = one.parse() as { value: { slot: number; err: unknown } };
      return `${value.slot}${value.err === null ? "" : "!"}`;
    });
}

describe("blocks of a subscription", () => {
  const cases: readonly [what: string, frames: readonly RawJson[], expected: readonly string[]][] = [
    ["a block once, and none of an older slot", [block(5), block(5), block(4), block(6)], ["5", "6"]],
    ["a refusal and the block after it", [refusal(5), block(5), block(5)], ["5!", "5"]],
    [
      "a repeated refusal once",
      [refusal(5), refusal(6), refusal(5), refusal(6), block(7)],
      ["5!", "6!", "7"],
    ],
    ["a refused block after later ones, once", [refusal(5), block(6), block(5), block(5)], ["5!", "6", "5"]],
    [
      "another reason too",
      [refusal(5), refusal(5, '{"UnsupportedTransactionVersion":1}'), block(5)],
      ["5!", "5!", "5"],
    ],
    ["no refusal of a block that came", [block(5), refusal(5), block(6), refusal(4)], ["5", "6"]],
  ];
  for (const [what, frames, expected] of cases)
    it(`are delivered: ${what}`, () => expect(delivered(frames)).to.deep.equal(expected));

  for (const filter of ['"all"', '{"mentionsAccountOrProgram":"11111111111111111111111111111111"}'])
    it(`are read once, before later ones, if the socket ended after their refusal and before they came: ${filter}`, async () => {
      const subject = subjectOf(`[${filter}]`);
      for (const one of [refusal(5), block(6), refusal(7), refusal(4, '{"UnsupportedTransactionVersion":1}')])
        subject.decide(one);
      const keys = [{ pubkey: "11111111111111111111111111111111" }];
      const reader = {
        clock: { maxDistanceTo: () => 1 },
        slot: () => Promise.resolve(9),
        blocks: (from: number, to: number) =>
          Promise.resolve([8, 9].filter((slot) => slot >= from && slot <= to)),
        block: (slot: number) =>
          slot === 7
            ? Promise.reject(new Error("not yet"))
            : Promise.resolve(
                RawJson.fromText(
                  `{"blockhash":"h${slot}","transactions":${JSON.stringify([{ transaction: { accountKeys: keys } }])}}`,
                ),
              ),
      } as unknown as LedgerReader;
      const slots: number[] = [];
      for await (const one of subject.fetch(reader, 6))
        slots.push((one.parse() as { value: { slot: number } }).value.slot);
      expect(slots).to.deep.equal([5, 8, 9]);
      expect([block(5), block(7)].map((one) => subject.decide(one))).to.deep.equal(["drop", "deliver"]);
    });

  it("are read one at a time to fill a gap, and after a failure only those not yet delivered", async () => {
    const subject = subjectOf('["all"]');
    const asked: number[] = [];
    let failsAt = 42;
    const reader = {
      clock: { maxDistanceTo: () => 1 },
      slot: () => Promise.resolve(200),
      blocks: (from: number, to: number) =>
        Promise.resolve(Array.from({ length: to - from + 1 }, (_, at) => from + at)),
      block: (slot: number) => {
        asked.push(slot);
        return slot === failsAt
          ? Promise.reject(new Error("not yet"))
          : Promise.resolve(RawJson.fromText(`{"blockhash":"h${slot}"}`));
      },
    } as unknown as LedgerReader;
    subject.decide(block(39));
    const fetched = subject.fetch(reader, 40);
    await fetched.next();
    expect(asked).to.deep.equal([40]);
    await fetched.next();
    expect(asked).to.deep.equal([40, 41]);
    expect(await fetched.next().catch(({ message }: Error) => message)).to.equal("not yet");
    failsAt = 0;
    await subject.fetch(reader, 40).next();
    expect(asked).to.deep.equal([40, 41, 42, 42]);
  });

  it("are delivered again on another ledger", () => {
    const subject = subjectOf('["all"]');
    for (const one of [refusal(5), block(5)]) subject.decide(one);
    subject.forgetLedger();
    expect([refusal(5), block(5)].map((one) => subject.decide(one))).to.deep.equal(["deliver", "deliver"]);
  });

  it("are dropped if too many others were refused after their own refusal", () => {
    const subject = subjectOf('["all"]');
    for (let slot = 1; slot <= 3000; slot += 1) subject.decide(refusal(slot));
    subject.decide(block(4000));
    const late = [1, 1000, 2500, 3000].map((slot) => subject.decide(block(slot)));
    expect(late).to.deep.equal(["drop", "drop", "deliver", "deliver"]);
  });

  const file = join(packageRoot, "test/subscriptions/recordings/agave-4.4.0-alpenglow.blockSubscribe.jsonl");
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const { note, params, notifications } = JSON.parse(line) as {
      note: string;
      params: unknown;
      notifications: { params: { result: { value: { slot: number; block: unknown; err: unknown } } } }[];
    };
    it(`are each delivered once of what a real node sent: ${note}`, () => {
      const frames = notifications.map(({ params: { result } }) => RawJson.fromText(JSON.stringify(result)));
      const sent = notifications.map(({ params: { result } }) => result.value);
      const told = sent.map(({ slot, err }) => `${slot}${err === null ? "" : "!"}`);
      const all = delivered(frames, JSON.stringify(params));
      expect(all).to.have.members([...new Set(told)]);
    });
  }
});
