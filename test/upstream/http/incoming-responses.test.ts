import { expect } from "chai";
import type { IncomingBody, IncomingBytes } from "../../../src/call/incoming-bytes.ts";
import { createArrivingAnswers } from "../../../src/upstream/http/incoming-responses.ts";
import { useFakeClock } from "../../fake-clock.ts";

const bound = 1_000_000;

describe("the bound of arriving answers", () => {
  let answers: IncomingBytes;
  let refused: Map<IncomingBody, string>;
  beforeEach(() => {
    answers = createArrivingAnswers(bound);
    refused = new Map();
  });
  const answer = (): IncomingBody => {
    const made: IncomingBody = {
      refuse(error) {
        refused.set(made, `${error.kind}: ${error.message}`);
        answers.forget(made, bound);
      },
    };
    return made;
  };

  it("refuses the slowest when all take too much, and no other", () => {
    const clock = useFakeClock();
    const [slow, quick, last] = [answer(), answer(), answer()];
    answers.recordBytes(slow, 400_000);
    clock.tick(10_000);
    answers.recordBytes(quick, 500_000);
    clock.tick(20);
    answers.recordBytes(last, 100_000);
    expect(refused.size).to.equal(0);
    answers.recordBytes(last, 100_001);
    expect([...refused.keys()]).to.deep.equal([slow]);
    expect(refused.get(slow)).to.match(/^atCapacity: .*more than 1000000 bytes .*memory_mb/);
    expect(answers.byteLength).to.equal(600_001);
  });

  it("refuses one that has just begun before those that keep coming", () => {
    const clock = useFakeClock();
    const [large, begun] = [answer(), answer()];
    answers.recordBytes(large, 400_000);
    clock.tick(500);
    answers.recordBytes(large, 800_000);
    answers.recordBytes(begun, 200_001);
    expect([...refused.keys()]).to.deep.equal([begun]);
  });

  it("makes room for several pieces at once", () => {
    const clock = useFakeClock();
    for (let count = 0; count < 10; count += 1) {
      answers.recordBytes(answer(), bound / 10);
      clock.tick(100);
    }
    answers.recordBytes(answer(), 70_000);
    expect(refused.size).to.equal(2);
    expect(answers.byteLength).to.be.at.most((bound * 7) / 8);
  });

  it("counts what an answer has grown to, and nothing of short or forgotten ones", () => {
    const grown = answer();
    for (const bytes of [1, 60_000, 70_000, 200_000]) answers.recordBytes(grown, bytes);
    expect(answers.byteLength).to.equal(200_000);
    answers.forget(grown, 200_000);
    answers.forget(grown, 200_000);
    for (let count = 0; count < 100; count += 1) answers.recordBytes(answer(), 60_000);
    expect([answers.byteLength, refused.size]).to.deep.equal([0, 0]);
  });
});
