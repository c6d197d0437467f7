import { expect } from "chai";
import { createToolTest, type ToolResult } from "../harness.ts";

const meta = (elicitation: object | undefined) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": elicitation === undefined ? {} : { elicitation },
});
const disable = (networkId: string, elicitation: object | undefined, inputResponses?: object) => ({
  name: "disableSvmNetwork",
  arguments: { networkId },
  _meta: meta(elicitation),
  ...(inputResponses === undefined ? {} : { inputResponses }),
});

interface Asking {
  readonly resultType: string;
  readonly inputRequests: Record<string, { method: string; params: { message: string } }>;
}

describe("a destructive tool in the stateless version", () => {
  it("asks the user first, naming the method, the network and the arguments", async () => {
    const { ask, calls } = await createToolTest(() => "1");
    const { resultType, inputRequests } = await ask<Asking>("tools/call", disable("two", { form: {} }));
    expect(resultType).to.equal("input_required");
    const [request] = Object.values(inputRequests);
    expect(request?.method).to.equal("elicitation/create");
    expect(request?.params.message).to.match(/^disableSvmNetwork: .* networkId: "two"\. Continue\?$/);
    expect(calls).to.deep.equal([]);
  });

  it("proceeds only if the user agrees", async () => {
    const { ask, calls } = await createToolTest(() => '"done"');
    const { inputRequests } = await ask<Asking>("tools/call", disable("two", {}));
    const [key = ""] = Object.keys(inputRequests);
    const agreed = await ask<ToolResult>(
      "tools/call",
      disable("two", {}, { [key]: { action: "accept", content: {} } }),
    );
    expect([agreed.isError, agreed.content[0]?.text]).to.deep.equal([undefined, '"done"']);
    for (const action of ["decline", "cancel"]) {
      const refused = await ask<ToolResult>("tools/call", disable("two", {}, { [key]: { action } }));
      expect(refused.isError).to.equal(true);
      expect(refused.content[0]?.text).to.include(`did not agree (${action})`);
    }
    expect(calls).to.have.length(1);
  });

  it("does not apply consent for one call to another", async () => {
    const { ask, calls } = await createToolTest(() => "1");
    const { inputRequests } = await ask<Asking>("tools/call", disable("two", {}));
    const [key = ""] = Object.keys(inputRequests);
    const other = await ask<Asking>("tools/call", disable("one", {}, { [key]: { action: "accept" } }));
    expect(other.resultType).to.equal("input_required");
    expect(calls).to.deep.equal([]);
  });

  it("does not apply consent to a call that differs beyond what the question shows", async () => {
    const { ask, calls } = await createToolTest(() => "1");
    const send = (end: string, inputResponses?: object) => ({
      name: "sendTransaction",
      arguments: { transaction: `${"A".repeat(500)}${end}` },
      _meta: meta({}),
      inputResponses,
    });
    const { inputRequests } = await ask<Asking>("tools/call", send("AAAA"));
    const [key = ""] = Object.keys(inputRequests);
    const other = await ask<Asking>("tools/call", send("BBBB", { [key]: { action: "accept" } }));
    expect(other.resultType).to.equal("input_required");
    expect(calls).to.deep.equal([]);
  });

  const unasked: readonly (readonly [name: string, elicitation: object | undefined, settings: object])[] = [
    ["for a client that can't ask", undefined, {}],
    ["for a client that can only open pages", { url: {} }, {}],
    ["if the operator configured it", {}, { skip_confirmation: true }],
  ];
  for (const [name, elicitation, settings] of unasked) {
    it(`proceeds without asking ${name}`, async () => {
      const { ask, calls } = await createToolTest(() => "1", settings);
      await ask("tools/call", disable("two", elicitation));
      expect(calls).to.have.length(1);
    });
  }

  it("does not ask before a tool that only reads or adds", async () => {
    const { ask, calls } = await createToolTest(() => "1");
    await ask("tools/call", { name: "getSlot", arguments: {}, _meta: meta({}) });
    expect(calls).to.have.length(1);
  });
});
