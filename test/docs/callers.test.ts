// Loaded before the check for leaks, which would find what it leaves behind.
import "@modelcontextprotocol/server";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { Issuer } from "../auth/issuer.ts";
import { type ServedGateway, serveCallers } from "../auth/served-gateway.ts";
import { fencedBlocks } from "./fenced-blocks.ts";

/** The configurations of docs/callers.md, in order: each recipe is served and called. */
const recipes = fencedBlocks(readFileSync(join(packageRoot, "docs/callers.md"), "utf8"))
  .filter(({ language, notes }) => language === "json" && notes.includes("config"))
  .map(({ text }) => (JSON.parse(text) as { auth: Record<string, object> }).auth);

describe("the recipes of docs/callers.md", () => {
  let served: ServedGateway;
  const [backend = {}, customer = {}, page = {}, tokens = {}, tools = {}] = recipes;

  afterEach(() => served.close());

  it("give a backend a key, of which the gateway knows the SHA-256", async () => {
    served = await serveCallers(backend);
    const { status, headers } = await served.ask("/", { headers: { authorization: "Bearer test" } });
    expect([status, headers["ratelimit-policy"]]).to.deep.equal([200, '"second";q=50;w=1']);
    expect((await served.ask("/")).status).to.equal(401);
  });

  it("give a customer monthly credits, of which an expensive method takes more", async () => {
    served = await serveCallers(customer);
    const call = { call: "getProgramAccounts", headers: { "x-api-key": "example-key-of-a-customer" } };
    const { headers } = await served.ask("/networks/one", call);
    expect(headers.ratelimit).to.match(/^"month";r=999990;t=\d+$/);
  });

  it("bind a key to a web page", async () => {
    served = await serveCallers(page);
    const from = async (origin: string, call: string) =>
      (await served.ask("/", { call, headers: { "x-api-key": "example-key-of-a-web-page", origin } })).status;
    expect(await from("https://shop.example.com", "getSlot")).to.equal(200);
    expect(await from("https://shop.example.com", "sendTransaction")).to.equal(403);
    expect(await from("https://evil.example.com", "getSlot")).to.equal(403);
  });

  it("take tokens of an identity provider", async () => {
    const id = new Issuer();
    await id.addKey("first");
    served = await serveCallers({ ...tokens, jwt: { ...tokens.jwt, jwks_url: await id.start() } });
    const authorization = `Bearer ${await id.token({ svm_networks: ["one"] })}`;
    expect((await served.ask("/networks/one", { headers: { authorization } })).status).to.equal(200);
    expect((await served.ask("/networks/two", { headers: { authorization } })).status).to.equal(403);
    id.close();
  });

  it("tell clients of the tools where to get tokens", async () => {
    const id = new Issuer();
    await id.addKey("first");
    served = await serveCallers({ ...tools, jwt: { ...tools.jwt, jwks_url: await id.start() } });
    const { status, headers } = await served.ask("/api/mcp", { body: "{}" });
    expect([status, headers["www-authenticate"]]).to.deep.equal([
      401,
      'Bearer realm="svm-gateway", resource_metadata="https://gateway.example.com/.well-known/oauth-protected-resource/api/mcp", scope="svm:read"',
    ]);
    const token = await id.token({ aud: "https://gateway.example.com/api/mcp" });
    const list = { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };
    expect(
      (await served.ask("/api/mcp", { ...list, headers: { authorization: `Bearer ${token}` } })).status,
    ).to.equal(200);
    id.close();
  });
});
