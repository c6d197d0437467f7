import { expect } from "chai";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { handshakeVersions, statelessVersion } from "../../../src/transports/mcp/tools/protocol-version.ts";
import { type Answer, type ServedTools, serveTools } from "./harness.ts";

const takesEvents = { accept: "application/json, text/event-stream" };

/** A call in a version of the protocol, with a progress token if one is given. */
function callIn(version: string, token?: unknown): { body: string; headers: Record<string, string> } {
  const isStateless = version === statelessVersion;
  const _meta = {
    ...(isStateless && {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    }),
    ...(token !== undefined && { progressToken: token }),
  };
  const params = { name: "getSlot", arguments: {}, _meta };
  return {
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
    headers: {
      ...takesEvents,
      "mcp-protocol-version": version,
      ...(isStateless && { "mcp-method": "tools/call", "mcp-name": "getSlot" }),
    },
  };
}

/** The messages of a stream of events. */
const messagesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n\n")
    .map((event) => /^event: message\ndata: ([^\n]+)$/.exec(event)?.[1] ?? `no event: ${event}`)
    // biome-ignore lint/suspicious/noExplicitAny: whatever arrived.
    .map((data) => JSON.parse(data) as any);

describe("a tool call that reports progress", () => {
  let served: ServedTools | undefined;
  const serve = async (answer: Answer) => {
    served = await serveTools(answer);
    return served;
  };
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });
  const twice: Answer = ({ onProgress }) => {
    onProgress?.("taken");
    onProgress?.("confirmed");
    return "1";
  };

  for (const version of [...handshakeVersions, statelessVersion])
    it(`is answered with an event stream that ends with the answer, version ${version}`, async () => {
      const { post } = await serve(twice);
      const { body, headers } = callIn(version, "token 1");
      const response = await post(body, headers);
      expect(response.status).to.equal(200);
      expect(Object.fromEntries(response.headers)).to.include({
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
      });
      const [first, second, last, ...more] = messagesOf(await response.text());
      expect(first).to.deep.equal({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "token 1", progress: 1, message: "taken" },
      });
      expect(second.params).to.deep.include({ progress: 2, message: "confirmed" });
      expect([last.id, last.result.content[0].text, more]).to.deep.equal([7, "1", []]);
    });

  it("echoes a numeric token", async () => {
    const { post } = await serve(twice);
    const { body, headers } = callIn(statelessVersion, 0);
    expect(messagesOf(await (await post(body, headers)).text())[0].params.progressToken).to.equal(0);
  });

  it("ends the stream with its error", async () => {
    const { post } = await serve(({ onProgress }) => {
      onProgress?.("taken");
      return RpcError.of("blockhashExpired", "It can't land any more.");
    });
    const { body, headers } = callIn("2025-03-26", 1);
    const messages = messagesOf(await (await post(body, headers)).text());
    expect([messages.length, messages[1].error?.code, messages[1].id]).to.deep.equal([2, -32000, 7]);
  });

  const plain: readonly (readonly [why: string, body: string, headers: Record<string, string>])[] = [
    ["gives no token", callIn("2025-11-25").body, callIn("2025-11-25").headers],
    ["takes no events", callIn("2025-11-25", 1).body, { "mcp-protocol-version": "2025-11-25" }],
    ["gives a token that is too long", callIn("2025-11-25", "x".repeat(257)).body, takesEvents],
  ];
  for (const [why, body, headers] of plain)
    it(`gets a plain answer if the client ${why}`, async () => {
      const { post } = await serve(twice);
      const response = await post(body, headers);
      expect(response.headers.get("content-type")).to.equal("application/json");
      expect(((await response.json()) as { id: unknown }).id).to.equal(7);
    });

  it("gets a plain answer in a batch, or if nothing is reported", async () => {
    const { post } = await serve(twice);
    const { body } = callIn("2025-03-26", 1);
    const headers = { ...takesEvents, "mcp-protocol-version": "2025-03-26" };
    expect(await (await post(`[${body}]`, headers)).json()).to.have.length(1);
    await served?.close();
    const { post: postQuiet } = await serve(() => "1");
    expect((await postQuiet(body, headers)).headers.get("content-type")).to.equal("application/json");
  });
});
