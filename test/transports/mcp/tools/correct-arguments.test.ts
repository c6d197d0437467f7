import { expect } from "chai";
import { tools } from "../../../../generated/tools.ts";
import { RpcError } from "../../../../src/rpc/rpc-error.ts";
import { correctArguments } from "../../../../src/transports/mcp/tools/correct-arguments.ts";

function errorOf(...params: readonly string[]): RpcError {
  return RpcError.of("invalidParams", "wrong", {
    data: { faults: params.map((param) => ({ param, message: "is wrong" })) },
  });
}

function toolOf(name: string) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

describe("correct arguments after a wrong one", () => {
  it("preserve correct ones with every digit, and replace faulty ones", () => {
    const given = '{"pubkey":"zzz","minContextSlot":18446744073709551615}';
    const right = correctArguments(toolOf("getBalance"), given, errorOf("pubkey"));
    expect(right).to.match(/^\{"minContextSlot":18446744073709551615,"pubkey":"<pubkey>"\}$/);
  });

  it("leave out an argument that does not exist", () => {
    const right = correctArguments(
      toolOf("getBalance"),
      '{"publickey":"zzz"}',
      errorOf("publickey", "pubkey"),
    );
    expect(Object.keys(JSON.parse(right) as object)).to.deep.equal(["pubkey"]);
  });

  it("replace an argument with a wrong value inside", () => {
    const given = '{"programId":"11111111111111111111111111111111","filters":[{"dataSize":-1}]}';
    const right = correctArguments(toolOf("getProgramAccounts"), given, errorOf("filters[0].dataSize"));
    expect(right).to.include('"programId":"11111111111111111111111111111111"').and.not.include("-1");
  });

  it("omit long values", () => {
    const right = correctArguments(
      toolOf("getBalance"),
      `{"pubkey":"${"1".repeat(5000)}"}`,
      errorOf("commitment"),
    );
    expect(right.length).to.be.below(200);
  });

  it("are placeholders for a destructive tool, so that a copy does no harm", () => {
    for (const tool of tools.filter(({ annotations }) => annotations.destructiveHint)) {
      const required = tool.inputSchema.required ?? [];
      const right = JSON.parse(correctArguments(tool, "{}", errorOf(...required))) as Record<string, unknown>;
      expect(right, tool.name).to.deep.equal(Object.fromEntries(required.map((name) => [name, `<${name}>`])));
    }
  });
});
