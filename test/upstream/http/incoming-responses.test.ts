import { expect } from "chai";
import type { IncomingBody, IncomingBytes } from "../../../src/call/incoming-bytes.ts";
import { createIncomingResponses } from "../../../src/upstream/http/incoming-responses.ts";
import { useFakeClock } from "../../fake-clock.ts";

const bound = 1_000_000;

describe("the memory bound on incoming responses", () => {
  let responses: IncomingBytes;
  let refused: Map<IncomingBody, string>;
  beforeEach(() => {
    responses = createIncomingResponses(bound);
    refused = new Map();
  });
  const response = (): IncomingBody => {
    const made: IncomingBody = {
      refuse(error) {
        refused.set(made, `${error.kind}: ${error.message}`);
        responses.forget(made, bound);
      },
    };
    return made;
  };

  it("refuses the slowest, and no other, when it is exceeded", () => {
    const clock = useFakeClock();
    const [slow, quick, last] = [response(), response(), response()];
    responses.recordBytes(slow, 400_000);
    clock.tick(10_000);
    responses.recordBytes(quick, 500_000);
    clock.tick(20);
    responses.recordBytes(last, 100_000);
    expect(refused.size).to.equal(0);
    responses.recordBytes(last, 100_001);
    expect([...refused.keys()]).to.deep.equal([slow]);
    expect(refused.get(slow)).to.match(/^atCapacity: .*exceed 1000000 bytes .*memory_mb/);
    expect(responses.byteLength).to.equal(600_001);
  });

  it("refuses a new response before those that make progress", () => {
    const clock = useFakeClock();
    const [large, begun] = [response(), response()];
    responses.recordBytes(large, 400_000);
    clock.tick(500);
    responses.recordBytes(large, 800_000);
    responses.recordBytes(begun, 200_001);
    expect([...refused.keys()]).to.deep.equal([begun]);
  });

  it("makes room for several chunks at once", () => {
    const clock = useFakeClock();
    for (let count = 0; count < 10; count += 1) {
      responses.recordBytes(response(), bound / 10);
      clock.tick(100);
    }
    responses.recordBytes(response(), 70_000);
    expect(refused.size).to.equal(2);
    expect(responses.byteLength).to.be.at.most((bound * 7) / 8);
  });

  it("counts the size that a response has grown to, and ignores short or forgotten ones", () => {
    const grown = response();
    for (const bytes of [1, 60_000, 70_000, 200_000]) responses.recordBytes(grown, bytes);
    expect(responses.byteLength).to.equal(200_000);
    responses.forget(grown, 200_000);
    responses.forget(grown, 200_000);
    for (let count = 0; count < 100; count += 1) responses.recordBytes(response(), 60_000);
    expect([responses.byteLength, refused.size]).to.deep.equal([0, 0]);
  });
});
