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

  for (const [name, row] of rows) {
    it(`gives ${name} a code of JSON-RPC and statuses of HTTP`, () => {
      expect(row.code).to.be.oneOf([
        -32700,
        -32600,
        -32601,
        -32602,
        -32603,
        -32000,
        -32020,
        -32022,
        name === "ledger" ? 0 : -32700,
      ]);
      expect(row.toolStatus).to.be.within(200, 599);
      expect(row.rpcStatus).to.be.within(200, 599);
    });
  }
});
