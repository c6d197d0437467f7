import { expect } from "chai";
import { readTraceparent } from "../../../src/observability/tracing/span.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

describe("readTraceparent", () => {
  for (const [field, isSampled] of [
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`cc-${traceId}-${spanId}-01`, true],
    [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  ] as const)
    it(`reads ${field}`, () => {
      expect(readTraceparent(field)).to.deep.equal({ traceId, spanId, isSampled });
    });

  for (const field of [
    undefined,
    "",
    "0",
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId}-${spanId}-0g`,
    `cc-${traceId}-${spanId}-01.more`,
    `cc-${traceId}-${spanId}-01-${"x".repeat(1000)}`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  ])
    it(`ignores ${JSON.stringify(field)?.slice(0, 80)}`, () => {
      expect(readTraceparent(field)).to.equal(undefined);
    });
});
