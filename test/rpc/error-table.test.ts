import { expect } from "chai";
import { type ErrorRow, errorTable } from "../../src/rpc/error-table.ts";

const rows: readonly (readonly [string, ErrorRow])[] = Object.entries(errorTable);

describe("errorTable", () => {
  it("has no two equal rows", () => {
    const meanings = rows.map(
      ([, row]) =>
        `${row.code} ${row.toolStatus} ${row.rpcStatus} ${row.reason ?? ""} ${row.failsTool ?? ""}`,
    );
    expect(new Set(meanings).size).to.equal(meanings.length);
  });

  it("gives every server error a reason of its own, and only those", () => {
    const reasons = rows.flatMap(([, row]) => row.reason ?? []);
    expect(new Set(reasons).size).to.equal(reasons.length);
    expect(rows.filter(([, row]) => (row.code === -32000) !== (row.reason !== undefined))).to.deep.equal([]);
  });

  /** By name: the code, the status of the tool protocol and of JSON-RPC, the reason, and whether a tool fails with it. */
  const expected: readonly (readonly [string, number, number, number, (string | undefined)?, true?])[] = [
    ["parse", -32700, 400, 200],
    ["invalidRequest", -32600, 400, 200],
    ["unsupportedVersion", -32022, 400, 200],
    ["invalidEnvelope", -32602, 400, 200],
    ["headerMismatch", -32020, 400, 200],
    ["methodNotFound", -32601, 404, 200],
    ["invalidParams", -32602, 400, 200, undefined, true],
    ["internal", -32603, 500, 500],
    ["bodyTooLarge", -32600, 413, 413],
    ["unsupportedMediaType", -32600, 415, 415],
    ["methodNotAllowed", -32600, 405, 405],
    ["pathNotFound", -32600, 404, 404],
    ["networkNotFound", -32602, 400, 404, undefined, true],
    ["upstreamUnreachable", -32000, 502, 200, "upstream-unreachable", true],
    ["upstreamInvalid", -32000, 502, 200, "upstream-invalid-answer", true],
    ["upstreamTimeout", -32000, 504, 200, "upstream-timeout", true],
    ["responseTooLarge", -32000, 502, 200, "response-too-large", true],
    ["blockhashExpired", -32000, 200, 200, "blockhash-expired", true],
    ["noRoute", -32000, 200, 200, "no-route", true],
    ["noAgreement", -32000, 502, 200, "no-agreement", true],
    ["batchTooLarge", -32000, 200, 200, "batch-too-large"],
    ["atCapacity", -32000, 503, 503, "at-capacity"],
    ["upstreamsLimited", -32000, 503, 503, "upstreams-limited"],
    ["rateLimited", -32000, 429, 429, "rate-limited"],
    ["unauthorized", -32000, 401, 401, "unauthorized"],
    ["forbidden", -32000, 403, 403, "forbidden", true],
    ["creditsSpent", -32000, 429, 429, "credits-spent", true],
    ["notInitialized", -32000, 400, 200, "not-initialized"],
    ["notAllowed", -32000, 403, 200, "not-allowed", true],
    ["noNetwork", -32000, 503, 200, "no-network-enabled", true],
    ["cancelled", -32000, 499, 200, "cancelled"],
    ["shuttingDown", -32000, 503, 503, "shutting-down"],
    ["ledger", 0, 200, 200, undefined, true],
  ];

  it("has a row for each error that clients know, and no other", () => {
    expect(rows.map(([name]) => name)).to.have.members(expected.map(([name]) => name));
  });

  for (const [name, ...row] of expected) {
    it(`gives ${name} the code, statuses and reason that clients know`, () => {
      const { code, toolStatus, rpcStatus, reason, failsTool } = Object.fromEntries(rows)[name] as ErrorRow;
      const given = [code, toolStatus, rpcStatus, reason, failsTool];
      expect(given).to.deep.equal(Array.from({ length: 5 }, (_, index) => row[index]));
    });
  }
});
