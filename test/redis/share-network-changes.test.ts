import { expect } from "chai";
import type { NetworkChange, NetworkChanges, NetworkStorage } from "../../src/networks/network-change.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { createSeal } from "../../src/redis/seal.ts";
import { shareNetworkChanges } from "../../src/redis/share-network-changes.ts";
import { usePatientClock } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { until } from "../upstream/harness.ts";
import { RedisServer } from "./redis-server.ts";

/** Keeps changes in memory, as a state file would on disk. */
class Kept implements NetworkStorage {
  readonly changes = new Map<string, NetworkChange>();

  async load(): Promise<NetworkChanges> {
    return new Map(this.changes);
  }

  async save(id: string, change: NetworkChange): Promise<void> {
    this.changes.set(id, { ...this.changes.get(id), ...change });
  }

  follow(): void {
    return; // No one else writes to it.
  }

  async readNow(): Promise<void> {
    return;
  }

  async close(): Promise<void> {
    return;
  }
}

interface Gateway {
  readonly kept: Kept;
  readonly shared: NetworkStorage;
  readonly link: RedisLink;
  /** The changes that it was last given. */
  given: Record<string, NetworkChange>;
  readonly warnings: string[];
  readonly failures: string[];
  /** Fields that were deleted. */
  refused: number;
}

describeWith("redis-server", "changes of networks shared through Redis", () => {
  let server: RedisServer;
  const gateways: Gateway[] = [];

  beforeEach(async () => {
    usePatientClock();
    server = await new RedisServer().start();
  });
  afterEach(async () => {
    for (const { shared, link } of gateways.splice(0)) {
      await shared.close();
      await link.close();
    }
    await server.stop();
  });

  async function start(
    before: Record<string, NetworkChange> = {},
    isKnown: (id: string) => boolean = () => true,
    hmacKey?: string,
  ): Promise<Gateway> {
    const warnings: string[] = [];
    const failures: string[] = [];
    const logs = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
    // Redis has all the time that it needs, however late the machine lets it run.
    const link = await createRedisLink({
      url: server.url,
      hmacKey,
      timeoutMs: 60_000,
      log: logs,
      countFailure: (subsystem, count = 1) => {
        if (subsystem === "redis_values") gateway.refused += count;
      },
    });
    const kept = new Kept();
    for (const [id, change] of Object.entries(before)) kept.changes.set(id, change);
    const shared = shareNetworkChanges({
      local: kept,
      link,
      log: logs,
      countFailure: (subsystem) => void failures.push(subsystem),
    });
    const gateway: Gateway = { kept, shared, link, given: {}, warnings, failures, refused: 0 };
    gateways.push(gateway);
    await shared.load();
    shared.follow((changes) => {
      gateway.given = Object.fromEntries(changes);
    }, isKnown);
    return gateway;
  }

  it("reach every other gateway, and its disk", async () => {
    const [one, other] = [await start(), await start()];
    await until(() => one.link.isUp && other.link.isUp, "Redis was connected");
    await one.shared.save("devnet", { enabled: true });
    await until(() => other.given.devnet?.enabled === true, "the other was given");
    expect(other.kept.changes.get("devnet")).to.deep.equal({ enabled: true });
    await other.shared.save("devnet", { rpcUrl: "https://node.example/" });
    await until(() => one.given.devnet?.rpcUrl !== undefined, "the first was given");
    expect(one.given.devnet).to.deep.equal({ enabled: true, rpcUrl: "https://node.example/" });
  });

  it("reach a gateway that starts later", async () => {
    const one = await start();
    await until(() => one.link.isUp, "Redis was connected");
    await one.shared.save("devnet", { enabled: true });
    const late = await start({ devnet: { enabled: false }, testnet: { enabled: true } });
    await until(() => late.given.devnet?.enabled === true, "the late one was given");
    expect(late.given.testnet).to.deep.equal({ enabled: true });
  });

  it("made while Redis was down are shared when it is back", async () => {
    const [one, other] = [await start(), await start()];
    await until(() => one.link.isUp && other.link.isUp, "Redis was connected");
    await server.stop();
    await one.shared.save("devnet", { enabled: true });
    expect(one.kept.changes.get("devnet")).to.deep.equal({ enabled: true });
    await server.start();
    await until(() => other.given.devnet !== undefined, "the other was given");
    expect(other.given.devnet).to.deep.equal({ enabled: true });
  });

  it("that a disk can't keep apply nevertheless, with a warning and a count", async () => {
    const [one, other] = [await start(), await start()];
    other.kept.save = () => Promise.reject(new Error("disk full"));
    await until(() => one.link.isUp && other.link.isUp, "Redis was connected");
    await one.shared.save("devnet", { enabled: true });
    await until(() => other.warnings.length > 0, "the disk's failure was logged");
    expect(other.given.devnet).to.deep.equal({ enabled: true });
    expect(other.warnings).to.deep.equal([
      "changes that other gateways made are in force, but can't be saved in the state file",
    ]);
    expect(other.failures).to.deep.equal(["state_file"]);
  });

  it("of unknown networks are neither applied nor deleted", async () => {
    const [one, other] = [await start(), await start({}, (id) => id === "devnet")];
    await until(() => one.link.isUp && other.link.isUp, "Redis was connected");
    await one.shared.save("elsewhere", { enabled: true });
    await one.shared.save("devnet", { enabled: true });
    await until(() => other.given.devnet !== undefined, "the other was given");
    expect([Object.keys(other.given), [...other.kept.changes.keys()]]).to.deep.equal([
      ["devnet"],
      ["devnet"],
    ]);
    const fields = await one.link.ask((redis) => redis.hkeys("svm-gateway:networks:1"));
    expect(fields).to.include("enabled elsewhere");
  });

  it("are read only a few times, however many messages announce them", async () => {
    const one = await start();
    await until(() => one.link.isUp, "Redis was connected");
    const publish = () => one.link.ask((redis) => redis.publish("svm-gateway:networks:1:changed", ""));
    for (let count = 0; count < 500; count += 1) await publish();
    await one.shared.save("devnet", { enabled: true });
    await one.shared.readNow();
    const stats = (await one.link.ask((redis) => redis.info("commandstats"))) ?? "";
    const [, published] = /cmdstat_publish:calls=(\d+)/.exec(stats) ?? [];
    const [, reads] = /cmdstat_hkeys:calls=(\d+)/.exec(stats) ?? [];
    expect(Number(published)).to.be.greaterThan(400);
    expect(Number(reads)).to.be.within(1, 100);
  });

  it("that were written without the gateways' secret are not applied", async () => {
    const secret = "secret of all gateways";
    const hash = createSeal("networks:1", secret).kindName;
    const startSealed = () => start({}, undefined, secret);
    const [one, other] = [await startSealed(), await startSealed()];
    await until(() => one.link.isUp && other.link.isUp, "Redis was connected");
    await one.shared.save("a", { enabled: true });
    const signed = await one.link.ask((redis) => redis.hgetBuffer(hash, "enabled a"));
    const text = "https://attacker.example/";
    const forged = ["rpcUrl b", text, "rpcUrl c", "c".repeat(32) + text, "enabled d", signed ?? ""];
    for (const name of ["svm-gateway:networks:1", hash])
      await one.link.ask((redis) => redis.hset(name, ...forged));
    await other.shared.readNow();
    expect(other.given).to.deep.equal({ a: { enabled: true } });
    expect(other.refused).to.equal(3);
  });

  it("that no gateway wrote are deleted and counted", async () => {
    const one = await start();
    await until(() => one.link.isUp, "Redis was connected");
    const fields = [
      "enabled a",
      "perhaps",
      "rpcUrl b",
      "http://10.0.0.1/",
      "rpcUrl c",
      "no url",
      "color d",
      "red",
      `enabled ${"f".repeat(65)}`,
      "true",
      "rpcUrl g",
      `https://node.example/${"x".repeat(2048)}`,
      `enabled ${"h".repeat(100_000)}`,
      "true",
      "rpcUrl i",
      `https://node.example/${"x".repeat(200_000)}`,
      "rpcUrl j",
      `https://node.example/${"x".repeat(200_000)}`,
    ];
    await one.link.ask((redis) => redis.hset("svm-gateway:networks:1", ...fields, "enabled e", "false"));
    await one.shared.readNow();
    expect(one.given).to.deep.equal({ e: { enabled: false } });
    expect(one.refused).to.equal(9);
    const left = await one.link.ask((redis) => redis.hgetall("svm-gateway:networks:1"));
    expect(left).to.deep.equal({ "enabled e": "false" });
  });
});
