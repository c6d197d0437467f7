import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import type { Configuration, Provider } from "oidc-provider";
import { freePort } from "../free-port.ts";

/** A real identity provider on loopback, at which everyone who asks is Alice and agrees to everything. */
export class IdentityProvider {
  readonly issuer: string;
  readonly #server: Server;

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer;
    this.#server = server;
  }

  /** Starts one that gives tokens for one resource. */
  static async start(resource: string, scope: string): Promise<IdentityProvider> {
    const { Provider } = await import("oidc-provider");
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: "first", alg: "ES256", use: "sig" };
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const provider = new Provider(issuer, {
      jwks: { keys: [jwk] },
      scopes: ["openid", "offline_access", ...scope.split(" ")],
      clientDefaults: { token_endpoint_auth_method: "none", id_token_signed_response_alg: "ES256" },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600 },
      cookies: { keys: ["a key of the tests"] },
      features: {
        devInteractions: { enabled: false },
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => resource,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope,
            audience: resource,
            accessTokenFormat: "jwt",
            jwt: { sign: { alg: "ES256" } },
          }),
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    } satisfies Configuration);
    const answer = provider.callback();
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/interaction/") !== true) void answer(request, response);
      else
        agree(provider, resource, scope, request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new IdentityProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** What a person does: says who they are, and agrees. */
async function agree(
  provider: Provider,
  resource: string,
  scope: string,
  ...[request, response]: Parameters<Provider["interactionDetails"]>
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = "alice";
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(`openid offline_access ${scope}`);
  grant.addResourceScope(resource, scope);
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Follows the redirects of a browser with its cookies, until one leads to `end`; gives that address. */
export async function browse(start: URL, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${response.status} at ${url}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.href.startsWith(end)) return url;
  }
  throw new Error(`too many redirects, at last to ${url}`);
}
