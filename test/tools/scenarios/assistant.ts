import { Cancellation } from "../../../src/call/cancellation.ts";
import { createToolServer, type ToolServer } from "../../../src/transports/mcp/tool-server.ts";
import { createLiveLedger, type LiveLedger } from "../../contract/live-ledger.ts";
import { localCaller } from "../../gateway/harness.ts";
import { createLiveGateway } from "../../gateway/live-gateway.ts";

/** Characters that make one token, roughly. */
const charactersPerToken = 4;

/** What a tool answered, as a model reads it. */
export interface Reading {
  readonly isError: boolean;
  /** All contents, one after the other. */
  readonly text: string;
  /** The first content, parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are the ledger's, and each task asserts what it reads.
  readonly json: any;
}

/** A scripted assistant: it calls tools and counts the tokens that it sends and reads. */
export interface Assistant {
  readonly ledger: LiveLedger;
  call(tool: string, args?: object): Promise<Reading>;
  /** The same with `--tools find`. */
  find(tool: string, args?: object): Promise<Reading>;
  /** Calls since the last reading of the count, and their tokens. */
  spent(): { readonly calls: number; readonly tokens: number };
}

/** A gateway with two networks over one embedded ledger, and an assistant in front of it. */
export async function createAssistant(): Promise<Assistant & { close(): Promise<void> }> {
  const ledger = await createLiveLedger();
  const { service } = await createLiveGateway({ one: ledger.node.rpcUrl, two: ledger.node.rpcUrl });
  const { gateway, store, document, config } = service;
  const base = { gateway, store, document, hasAuth: false };
  const all = await createToolServer({ ...base, config });
  const three = await createToolServer({ ...base, config: { ...config, tools: ["find"] } });
  let calls = 0;
  let characters = 0;

  async function callOn(server: ToolServer, name: string, args: object): Promise<Reading> {
    const params = JSON.stringify({ name, arguments: args });
    const request = { kind: "request", method: "tools/call", params, id: "1", isDirectForm: false } as const;
    const scope = {
      caller: { ...localCaller, transport: "mcp" } as const,
      network: undefined,
      cancellation: new Cancellation(),
      version: "2025-11-25",
    };
    const result = (await server.call({ request, scope })).parse() as {
      isError?: boolean;
      content: { text: string }[];
    };
    const texts = result.content.map(({ text }) => text);
    calls += 1;
    characters += params.length + texts.join("").length;
    return { isError: result.isError === true, text: texts.join("\n"), json: parsed(texts[0] ?? "") };
  }

  return {
    ledger,
    call: (tool, args = {}) => callOn(all, tool, args),
    find: (tool, args = {}) => callOn(three, tool, args),
    spent() {
      const spent = { calls, tokens: Math.ceil(characters / charactersPerToken) };
      calls = 0;
      characters = 0;
      return spent;
    },
    async close() {
      await Promise.all([all.close(), three.close()]);
      await service.close();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
