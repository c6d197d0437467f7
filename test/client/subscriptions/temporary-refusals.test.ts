import { expect } from "chai";
import { SvmGatewayError } from "../../../src/client/shared/svm-gateway-error.ts";
import {
  isTemporaryRefusal,
  temporaryReasons,
} from "../../../src/client/subscriptions/temporary-refusals.ts";
import { type ErrorRow, errorTable } from "../../../src/rpc/error-table.ts";

describe("isTemporaryRefusal()", () => {
  it("knows only reasons that the gateway gives", () => {
    const reasons = Object.values<ErrorRow>(errorTable).map(({ reason }) => reason);
    for (const reason of temporaryReasons) expect(reasons).to.include(reason);
  });

  const cases: [name: string, data: unknown, expected: boolean][] = [
    ["a limit that was reached", { reason: "rate-limited" }, true],
    ["a method that is not allowed", { reason: "not-allowed" }, false],
    ["data without a reason", { faults: [] }, false],
    ["data that is a string", "rate-limited", false],
    ["no data", undefined, false],
  ];
  for (const [name, data, expected] of cases) {
    it(`is ${expected} for ${name}`, () => {
      expect(isTemporaryRefusal(new SvmGatewayError("rpc", "refused", { data }))).to.equal(expected);
    });
  }
});
