// The gateway as a tool server, over HTTP, with the SDK of the tool protocol. Run: npx tsx examples/tool-client.ts [URL]
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const url = process.argv[2] ?? "http://127.0.0.1:3000";
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", url)));

const { tools } = await client.listTools();
const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
console.log(`${tools.length} tools, ${readOnly.length} of them only read`);

const result = await client.callTool({
  name: "getBalance",
  arguments: { pubkey: "11111111111111111111111111111111", network: "all" },
});
// One text holds the exact JSON of the result. JSON.parse would round large integers: a model reads the text as it is.
for (const part of result.content as { type: string; text?: string }[]) console.log(part.text);

await client.close();
