import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expect } from "chai";
import { type EchoUpstream, startEchoUpstream } from "../faults/hostile/echo-upstream.ts";
import { freePort } from "../free-port.ts";
import { configFor, type ServedGateway, startGateway } from "../gateway-process.ts";
import { describeWith } from "../needed-programs.ts";
import { installTimeoutMs, pythonWith } from "../python-environment.ts";
import { browse, IdentityProvider } from "./identity-provider.ts";

const redirectUrl = "http://127.0.0.1:9/callback";

/** A client of OAuth that keeps everything in memory; where it sends the browser is followed by the test. */
class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata;
  asked: URL | undefined;
  #client: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  #tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  #verifier = "";

  constructor(scope: string) {
    this.clientMetadata = {
      client_name: "test",
      application_type: "native",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope,
    };
  }

  clientInformation = () => this.#client;
  saveClientInformation = (
    client: NonNullable<typeof this.clientInformation extends () => infer C ? C : never>,
  ) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: NonNullable<typeof this.tokens extends () => infer T ? T : never>) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

/** A gateway whose tools take tokens of an identity provider, for the tests of a describe. */
interface Stage {
  gateway: ServedGateway;
  identity: IdentityProvider;
  resource: string;
}

function useStage(): Stage {
  const stage = {} as Stage;
  let upstream: EchoUpstream;

  before(async () => {
    upstream = await startEchoUpstream();
    upstream.result = "7";
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}/api/mcp`;
    const identity = await IdentityProvider.start(resource, "svm:read svm:send svm:manage");
    const auth = {
      resource,
      jwt: { issuer: identity.issuer, jwks_url: `${identity.issuer}/jwks`, algorithms: ["ES256"] },
    };
    const config = configFor({ localnet: { rpc_url: upstream.url } }, { auth, skip_confirmation: true });
    const gateway = await startGateway(["web"], { config, port });
    Object.assign(stage, { gateway, identity, resource });
  });

  after(async () => {
    await stage.gateway.process.stop();
    stage.identity.close();
    upstream.close();
  });
  return stage;
}

describe("tools with OAuth", () => {
  const stage = useStage();

  /** A connected client, once it went through the whole flow; what it presents in the end. */
  async function connected(scope: string): Promise<{ client: Client; token: string }> {
    const provider = new MemoryProvider(scope);
    const options = { authProvider: provider };
    const transport = new StreamableHTTPClientTransport(new URL(stage.resource), options);
    const refused = await new Client({ name: "test", version: "1" })
      .connect(transport)
      .catch((caught: unknown) => caught);
    expect(refused).to.be.instanceOf(UnauthorizedError);
    if (provider.asked === undefined) throw new Error("the client was not sent to the issuer");
    expect(provider.asked.searchParams.get("resource")).to.equal(stage.resource);
    const back = await browse(provider.asked, redirectUrl);
    await transport.finishAuth(back.searchParams);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(stage.resource), options));
    return { client, token: provider.tokens()?.access_token ?? "" };
  }

  it("points clients without a token to the issuer, with the scope to begin with", async () => {
    const { status, headers } = await stage.gateway.post(
      "/api/mcp",
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    );
    expect(status).to.equal(401);
    const metadata = `${new URL(stage.resource).origin}/.well-known/oauth-protected-resource/api/mcp`;
    expect(headers.get("www-authenticate")).to.equal(
      `Bearer realm="svm-gateway", resource_metadata="${metadata}", scope="svm:read"`,
    );
    for (const url of [metadata, metadata.replace("/api/mcp", "")]) {
      const described = (await (await fetch(url)).json()) as Record<string, unknown>;
      expect(described.resource).to.equal(stage.resource);
      expect(described.authorization_servers).to.deep.equal([stage.identity.issuer]);
      expect(described.scopes_supported).to.deep.equal(["svm:read", "svm:send", "svm:manage"]);
    }
    expect((await fetch(`${metadata}/other`)).status).to.equal(404);
  });

  it("lets the official client go through the whole flow, and lists the tools that its token allows", async () => {
    const { client } = await connected("svm:read");
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).to.include("getSlot").and.not.include("sendTransaction");
    const result = await client.callTool({ name: "getSlot", arguments: {} });
    expect(JSON.stringify(result)).to.include("7");
    await client.close();
  });

  it("answers a call that lacks a scope with 403, and all scopes that it needs", async () => {
    const { client, token } = await connected("svm:read");
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sendTransaction","arguments":{"transaction":"x"}}}';
    const { status, headers } = await stage.gateway.post("/api/mcp", body, {
      authorization: `Bearer ${token}`,
      "mcp-protocol-version": "2025-06-18",
    });
    expect(status).to.equal(403);
    expect(headers.get("www-authenticate")).to.include(
      'error="insufficient_scope", scope="svm:read svm:send"',
    );
    await client.close();
  });

  it("refuses a token in the address", async () => {
    const { client, token } = await connected("svm:read");
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect((await stage.gateway.post(`/api/mcp?api-key=${token}`, list)).status).to.equal(401);
    await client.close();
  });
});

const program = fileURLToPath(new URL("oauth_client.py", import.meta.url));

describeWith("python3", "tools with OAuth, for the Python client", () => {
  const stage = useStage();

  for (const release of ["1.30.0", "2.3.0"]) {
    it(`of mcp ${release}: it goes through the whole flow, and is listed the tools that its token allows`, async function () {
      this.timeout(installTimeoutMs);
      const { python, env } = await pythonWith(`mcp==${release}`);
      const { resource } = stage;
      const target = { url: resource, scope: "svm:read", redirect: redirectUrl };
      const { stdout } = await promisify(execFile)(python, [program, JSON.stringify(target)], { env });
      const report = JSON.parse(stdout) as { resource: string; tools: string[]; text: string };
      expect(report.resource).to.equal(resource);
      expect(report.tools).to.include("getSlot").and.not.include("sendTransaction");
      expect(report.text).to.include("7");
    });
  }
});
