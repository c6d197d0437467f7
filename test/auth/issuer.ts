import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { createKeepAliveServer } from "../keep-alive-server.ts";

/** The issuer of the tests, as tokens name it. */
export const issuer = "https://id.example.com";
/** For whom its tokens are. */
export const audience = "svm-gateway";

/** An issuer's keys, served as a set that a test can change. */
export class Issuer {
  readonly #server: Server;
  readonly #keys = new Map<string, { readonly privateKey: CryptoKey; readonly jwk: object }>();
  published: string[] = [];
  asked = 0;
  isAway = false;

  constructor() {
    this.#server = createKeepAliveServer((_request, response) => {
      this.asked += 1;
      if (this.isAway) response.writeHead(503).end();
      else response.end(JSON.stringify({ keys: this.published.map((kid) => this.#keys.get(kid)?.jwk) }));
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/jwks`;
  }

  async addKey(kid: string): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    this.#keys.set(kid, { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" } });
    this.published.push(kid);
  }

  jwk(kid: string): object {
    return this.#keys.get(kid)?.jwk ?? {};
  }

  token(claims: JWTPayload = {}, kid = "first", namedKid = kid): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: issuer, aud: audience, sub: "alice", exp: now + 600, ...claims };
    const key = this.#keys.get(kid)?.privateKey;
    if (key === undefined) throw new Error(`no key ${kid}`);
    return new SignJWT(all).setProtectedHeader({ alg: "ES256", kid: namedKid }).sign(key);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
