import { expect } from "chai";
import { bytesPerPoint, GatewayAnswers } from "../../src/gateway/gateway-answers.ts";
import type { CallEvent } from "../../src/gateway/gateway-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { localCaller } from "./harness.ts";

describe("GatewayAnswers", () => {
  let points: number[];
  let events: CallEvent[];
  let refusal: RpcError | undefined;
  let answers: GatewayAnswers;
  beforeEach(() => {
    points = [];
    events = [];
    refusal = undefined;
    answers = new GatewayAnswers({
      admit: (_caller, count) => {
        if (refusal !== undefined) throw refusal;
        points.push(count);
      },
      charge: (_caller, count) => points.push(count),
      observe: (event) => events.push(event),
    });
  });
  const ofLength = (length: number) => RawJson.fromText(`"${"x".repeat(length - 2)}"`);

  for (const { length, cost } of [
    { length: 10, cost: [1] },
    { length: bytesPerPoint, cost: [1] },
    { length: bytesPerPoint + 1, cost: [1, 1] },
    { length: 8 * bytesPerPoint, cost: [1, 7] },
  ]) {
    it(`charges ${cost.join(" and ")} points for ${length} bytes`, async () => {
      await answers.answer(localCaller, () => ofLength(length));
      expect(points).to.deep.equal(cost);
    });
  }

  it("makes no answer for a caller that is refused, and observes the refusal", async () => {
    refusal = RpcError.of("rateLimited", "Enough.");
    let made = 0;
    const make = () => {
      made += 1;
      return ofLength(10);
    };
    const caught = await answers.answer(localCaller, make).catch((error: unknown) => error);
    expect([caught, made, events[0]?.error]).to.deep.equal([refusal, 0, refusal]);
  });
});
