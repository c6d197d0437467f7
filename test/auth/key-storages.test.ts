import { unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createFileKeyStorage, createRedisKeyStorage, type KeyStorage } from "../../src/auth/key-storages.ts";
import { digestOf } from "../../src/auth/key-table.ts";
import { newKey, rotateKey } from "../../src/auth/manage-keys.ts";
import { createLogger } from "../../src/log/logger.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { createSeal } from "../../src/redis/seal.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { backendKey, otherKey } from "./harness.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";

/** Resolves with the next change of the keys. */
function nextChange({ service }: ServedGateway): Promise<void> {
  return new Promise((resolve) => {
    const stop = service.auth?.table.onChange(() => {
      stop?.();
      resolve();
    });
  });
}

/** Makes two keys of one id at once, then gives it two new secrets at once. */
async function expectNoSecretLost(storage: KeyStorage): Promise<void> {
  const made = await Promise.allSettled([1, 2].map(() => newKey(storage, { id: "shop" }, [])));
  const secrets = made.flatMap((each) => (each.status === "fulfilled" ? [each.value.secret] : []));
  expect(secrets).to.have.length(1);
  expect((await storage.read()).map((key) => key.key_sha256)).to.deep.equal(secrets.map(digestOf));
  const rotated = (await Promise.all([1, 2].map(() => rotateKey(storage, "shop")))).map(
    ({ secret }) => secret,
  );
  const [key] = await storage.read();
  expect([key?.key_sha256, key?.old_key_sha256]).to.have.members(rotated.map(digestOf));
}

describe("keys in a file", () => {
  let served: ServedGateway;
  const path = join(temporaryFolder(), "keys.json");
  const write = (keys: readonly object[]) => writeFileSync(path, JSON.stringify({ keys }));
  const statusOf = async (key: string) => (await served.ask("/", { headers: { "x-api-key": key } })).status;

  afterEach(() => served.close());

  it("take effect, and end, without a restart", async () => {
    write([{ id: "backend", key_sha256: digestOf(backendKey) }]);
    served = await serveCallers({ keys_file: path });
    expect([await statusOf(backendKey), await statusOf(otherKey)]).to.deep.equal([200, 401]);
    const changed = nextChange(served);
    write([{ id: "other", key_sha256: digestOf(otherKey) }]);
    await changed;
    expect([await statusOf(backendKey), await statusOf(otherKey)]).to.deep.equal([401, 200]);
  });

  it("stay in force while the file is broken", async () => {
    write([{ id: "backend", key_sha256: digestOf(backendKey) }]);
    served = await serveCallers({ keys_file: path });
    const auth = served.service.auth;
    writeFileSync(path, '{"keys": [');
    while (auth?.unreadable.size === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([await statusOf(backendKey), await statusOf(otherKey)]).to.deep.equal([200, 401]);
    const { status, json } = await served.ask("/readyz", { method: "GET" });
    expect([status, json]).to.deep.equal([200, { status: "degraded", degraded: ["auth.keys_file"] }]);
    const changed = nextChange(served);
    write([{ id: "other", key_sha256: digestOf(otherKey) }]);
    await changed;
    expect(await statusOf(otherKey)).to.equal(200);
  });

  it("leave the gateway healthy while they can be read", async () => {
    write([{ id: "backend", key_sha256: digestOf(backendKey) }]);
    served = await serveCallers({ keys_file: path });
    expect((await served.ask("/readyz", { method: "GET" })).json.status).to.equal("healthy");
  });

  it("stay in force when the file is gone", async () => {
    write([{ id: "backend", key_sha256: digestOf(backendKey) }]);
    served = await serveCallers({ keys_file: path });
    unlinkSync(path);
    while (served.service.auth?.unreadable.size === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await statusOf(backendKey)).to.equal(200);
  });

  it("may be added to a file that does not exist at the start", async () => {
    served = await serveCallers({ keys_file: path });
    expect(await statusOf(backendKey)).to.equal(401);
    await createFileKeyStorage(path).change(() => ({ key: { id: "backend", key: backendKey } }));
    while (served.service.auth?.table.meters.length === 0) await nextChange(served);
    expect(await statusOf(backendKey)).to.equal(200);
  });

  it("lose no secret to two changes at once", async () => {
    await expectNoSecretLost(createFileKeyStorage(join(temporaryFolder(), "keys.json")));
  });

  it("keep what they have spent over a restart", async () => {
    write([{ id: "backend", key: backendKey, credits_per_day: 2 }]);
    const state = { state_file: join(temporaryFolder(), "state.json") };
    served = await serveCallers({ keys_file: path }, state);
    expect([
      await statusOf(backendKey),
      await statusOf(backendKey),
      await statusOf(backendKey),
    ]).to.deep.equal([200, 200, 429]);
    await served.close();
    served = await serveCallers({ keys_file: path }, state);
    const { status, json } = await served.ask("/", { headers: { "x-api-key": backendKey } });
    expect([status, json.error.data.reason]).to.deep.equal([429, "credits-spent"]);
    // What is no call costs no credits.
    const usage = await served.ask("/usage", { method: "GET", headers: { "x-api-key": backendKey } });
    expect([usage.status, usage.json.usage[0].credits]).to.deep.equal([200, 2]);
  });
});

describe("keys in Redis that does not answer", () => {
  it("can't be read or changed, and a later try may succeed", async () => {
    const silent = {
      ask: async () => undefined,
      createSeal: (form: string) => createSeal(form, "a secret of the tests"),
    } as unknown as RedisLink;
    const storage = createRedisKeyStorage(silent);
    for (const use of [storage.read(), storage.change(() => ({ key: { id: "a" } }))]) {
      const error = await use.then(() => undefined, RpcError.from);
      expect(error).to.include({ kind: "atCapacity", retryAfterSeconds: 1 });
      expect(error?.message).to.include("Redis does not answer");
    }
  });
});

describeWith(["redis-server"], "keys in Redis", () => {
  const redis = new RedisServer();
  const secret = "a secret that only gateways know";
  const links: RedisLink[] = [];
  const served: ServedGateway[] = [];

  before(() => redis.start());
  after(() => redis.stop());
  afterEach(async () => {
    for (const gateway of served.splice(0)) await gateway.close();
    for (const link of links.splice(0)) await link.close();
  });

  async function link(hmacKey = secret): Promise<RedisLink> {
    const made = await createRedisLink({
      url: redis.url,
      hmacKey,
      timeoutMs: 2000,
      log: createLogger({ level: "off" }),
      countFailure: () => undefined,
    });
    links.push(made);
    while (!made.isUp) await new Promise((resolve) => setImmediate(resolve));
    return made;
  }

  async function serve(auth: object): Promise<ServedGateway> {
    const settings = { redis: { url: redis.url, hmac_key: secret } };
    const gateway = await serveCallers(auth, settings);
    served.push(gateway);
    return gateway;
  }

  const statusOf = async (gateway: ServedGateway, key: string) =>
    (await gateway.ask("/", { headers: { "x-api-key": key } })).status;

  it("lose no secret to two changes at once", async () => {
    await expectNoSecretLost(createRedisKeyStorage(await link()));
  });

  it("take effect at every gateway, and forged ones at none, which counts them", async () => {
    const storage = createRedisKeyStorage(await link());
    const forger = createRedisKeyStorage(await link("another secret of sixteen"));
    const gateways = [await serve({ keys_redis: true }), await serve({ keys_redis: true })];
    await forger.change(() => ({ key: { id: "forged", key: otherKey } }));
    const changes = gateways.map(nextChange);
    await storage.change(() => ({ key: { id: "backend", key: backendKey } }));
    await Promise.all(changes);
    for (const gateway of gateways)
      expect([await statusOf(gateway, backendKey), await statusOf(gateway, otherKey)]).to.deep.equal([
        200, 401,
      ]);
    for (const { service } of gateways)
      expect(await service.metrics.registry.metrics()).to.match(
        /subsystem_failures_total\{subsystem="redis_values"\} [1-9]/,
      );
    const ends = gateways.map(nextChange);
    await storage.change(() => ({ key: { id: "backend" }, isRemoved: true }));
    await Promise.all(ends);
    for (const gateway of gateways) expect(await statusOf(gateway, backendKey)).to.equal(401);
  });

  it("stay in force when Redis has lost its data, until a key is made again", async () => {
    const own = await link();
    const store = createRedisKeyStorage(own);
    await store.change(() => ({ key: { id: "backend", key: backendKey } }));
    const gateway = await serve({ keys_redis: true });
    while ((await statusOf(gateway, backendKey)) !== 200) await nextChange(gateway);
    const auth = gateway.service.auth;
    while (auth?.unreadable.size !== 0) await new Promise((resolve) => setImmediate(resolve));
    await own.ask((redis) => redis.flushall());
    while (auth.unreadable.size === 0 && (await statusOf(gateway, backendKey)) === 200)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await statusOf(gateway, backendKey)).to.equal(200);
    const changed = nextChange(gateway);
    await store.change(() => ({ key: { id: "other", key: otherKey } }));
    await changed;
    expect([await statusOf(gateway, backendKey), await statusOf(gateway, otherKey)]).to.deep.equal([
      401, 200,
    ]);
  });
});
