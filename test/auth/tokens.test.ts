import { expect } from "chai";
import { SignJWT } from "jose";
import { useFakeClock } from "../fake-clock.ts";
import { audience, Issuer, issuer } from "./issuer.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";

describe("callers with tokens", () => {
  let served: ServedGateway;
  let id: Issuer;

  beforeEach(async () => {
    // The set of keys is as young as at the start, however long a test takes.
    useFakeClock(Date.now());
    id = new Issuer();
    await id.addKey("first");
    const jwks = await id.start();
    const claims = { networks: "svm_networks", rate_limit: "svm_rate" };
    served = await serveCallers({ jwt: { issuer, audience: [audience], jwks_url: jwks, claims } });
  });

  afterEach(async () => {
    await served.close();
    id.close();
  });

  const ask = (token: string, call = "getSlot", path = "/rpc") =>
    served.ask(path, { call, headers: { authorization: `Bearer ${token}` } });

  it("have the rights of their scope", async () => {
    const reading = await id.token({ scope: "openid svm:read" });
    expect((await ask(reading)).status).to.equal(200);
    expect((await ask(reading, "sendTransaction")).json.error.data.right).to.equal("sending");
    const sending = await id.token({ scope: "svm:read svm:send" });
    expect((await ask(sending, "sendTransaction", "/networks/one")).json.result).to.equal(7);
    expect((await ask(sending, "enableSvmNetwork")).json.error.data.right).to.equal("admin");
  });

  it("have the rights and limits of their claims, and else those that the configuration gives", async () => {
    const bound = await id.token({ svm_networks: ["one"], svm_rate: 5 });
    expect((await ask(bound, "getSlot", "/networks/one")).headers["ratelimit-policy"]).to.equal(
      '"second";q=5;w=1',
    );
    expect((await ask(bound, "getSlot", "/networks/two")).status).to.equal(403);
    const plain = await id.token();
    expect((await ask(plain, "getSlot", "/networks/two")).status).to.equal(200);
    expect((await ask(plain, "sendTransaction")).json.error.data.right).to.equal("sending");
    const broken = await id.token({ svm_networks: 7 as unknown as string[] });
    expect((await ask(broken)).status).to.equal(403);
    expect((await ask(await id.token({ svm_rate: "many" }))).status).to.equal(401);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const wrong: [name: string, token: () => Promise<string> | string][] = [
    ["another audience", () => id.token({ aud: "other" })],
    ["another issuer", () => id.token({ iss: "https://evil.example.com" })],
    ["an end that has passed", () => id.token({ exp: now() - 60 })],
    ["no end", () => id.token({ exp: undefined as unknown as number })],
    ["a beginning that has not come", () => id.token({ nbf: now() + 60 })],
    ["no one for whom it is", () => id.token({ sub: undefined as unknown as string })],
    ["a key that is a path", () => id.token({}, "first", "../../etc/passwd")],
    ["no signature", async () => `${await unsigned({ alg: "none" })}.`],
    ["a signature made with the public key", async () => hmacToken(id.jwk("first"))],
    ["a changed signature", async () => `${(await id.token()).slice(0, -8)}AAAAAAAA`],
    ["8 KiB and more", () => id.token({ filler: "x".repeat(8192) })],
  ];
  for (const [name, make] of wrong) {
    it(`are refused with ${name}, and the token is in no answer`, async () => {
      const token = await make();
      const { status, text, headers } = await ask(token);
      expect(status).to.equal(401);
      expect(headers["www-authenticate"]).to.include('error="invalid_token"');
      expect(text).not.to.include(token.split(".")[1]);
    });
  }

  it("count as different callers if their subjects differ, however similar the subjects are", async () => {
    const subjects = ["a b", "a?b", "x".repeat(70), "x".repeat(71)];
    const ids = new Set<string | undefined>();
    for (const sub of subjects) {
      const token = await id.token({ sub });
      const anywhere = { address: undefined, origin: undefined, referrer: undefined };
      ids.add((await served.service.auth?.authenticator.authenticate(token, anywhere))?.id);
    }
    expect(ids.size).to.equal(4);
  });

  it("are accepted at once with the issuer's new key, while unknown keys cause at most one fetch of the key set", async () => {
    await ask(await id.token());
    await id.addKey("second");
    // Within ten seconds of the start the set is not asked for again.
    expect((await ask(await id.token({}, "second"))).status).to.equal(401);
    expect(id.asked).to.equal(1);
  });

  it("stay accepted while the issuer is down", async () => {
    id.isAway = true;
    expect((await ask(await id.token({ sub: "bob" }))).status).to.equal(200);
  });

  it("are checked only once while they are valid", async () => {
    const token = await id.token();
    expect([(await ask(token)).status, (await ask(token)).status]).to.deep.equal([200, 200]);
  });
});

async function unsigned(header: object): Promise<string> {
  const claims = { iss: issuer, aud: audience, sub: "alice", exp: Math.floor(Date.now() / 1000) + 600 };
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}

/** HS256 with the text of the public key as the secret. */
async function hmacToken(jwk: object): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: issuer, aud: audience, sub: "alice", exp: now + 600 })
    .setProtectedHeader({ alg: "HS256", kid: "first" })
    .sign(new TextEncoder().encode(JSON.stringify(jwk).padEnd(32, " ")));
}
