import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Redis } from "ioredis";
import { CreditMeter } from "../../src/limits/credit-meter.ts";
import type { CreditStorage } from "../../src/limits/credit-sync.ts";
import { CreditSync } from "../../src/limits/credit-sync.ts";
import { createFileCreditStorage } from "../../src/limits/file-credit-storage.ts";
import { createRedisCreditStorage } from "../../src/limits/redis-credit-storage.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { useFakeDate } from "../fake-clock.ts";
import { itWith } from "../needed-programs.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { until } from "../upstream/harness.ts";

const now = Date.UTC(2026, 10, 22, 12);

describe("stored credits", () => {
  let folder: string;
  let path: string;
  let clock: ReturnType<typeof useFakeDate>;
  const syncs: CreditSync[] = [];
  beforeEach(() => {
    clock = useFakeDate(now);
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-credits-"));
    path = join(folder, "credits");
  });
  afterEach(async () => {
    for (const sync of syncs.splice(0)) await sync.close();
    rmSync(folder, { recursive: true });
  });

  /** A process with one upstream of 100 credits a day. */
  function start(storage: CreditStorage) {
    const credits = new CreditMeter({ day: 100, month: undefined });
    const failures: unknown[] = [];
    const sync = new CreditSync({
      storage,
      list: () => [{ scope: "main", name: "a", credits }],
      everyMs: 1_000_000,
      onFailed: (error) => failures.push(error),
    });
    syncs.push(sync);
    return { credits, sync, failures };
  }

  it("survive a restart within their period", async () => {
    const first = start(createFileCreditStorage(path));
    first.credits.spend(30);
    await first.sync.close();
    const second = start(createFileCreditStorage(path));
    await second.sync.syncNow();
    expect(second.credits.left).to.equal(70);
    clock.setSystemTime(now + 24 * 3_600_000);
    const nextDay = start(createFileCreditStorage(path));
    await nextDay.sync.syncNow();
    expect(nextDay.credits.left).to.equal(100);
  });

  it("are those of the earlier day when a clock that was ahead is set back", async () => {
    const { credits, sync } = start(createFileCreditStorage(path));
    credits.spend(30);
    await sync.syncNow();
    clock.setSystemTime(now + 24 * 3_600_000);
    credits.spend(50);
    await sync.syncNow();
    clock.setSystemTime(now);
    await sync.syncNow();
    expect(credits.left).to.equal(70);
  });

  it("are kept for no more than a day after their period", async () => {
    const { credits, sync } = start(createFileCreditStorage(path));
    credits.spend(30);
    await sync.syncNow();
    clock.setSystemTime(now + 48 * 3_600_000);
    credits.spend(50);
    await sync.syncNow();
    expect(JSON.parse(readFileSync(path, "utf8")).credits).to.deep.equal({
      "main a 2026-11-24": 50,
      "main a 2026-11": 80,
    });
  });

  it("are added up by the processes on one file", async () => {
    const [one, other] = [start(createFileCreditStorage(path)), start(createFileCreditStorage(path))];
    one.credits.spend(30);
    other.credits.spend(50);
    await Promise.all([one.sync.syncNow(), other.sync.syncNow()]);
    await Promise.all([one.sync.syncNow(), other.sync.syncNow()]);
    expect([one.credits.left, other.credits.left]).to.deep.equal([20, 20]);
  });

  it("are added once if saving them failed, and the failure is reported once", async () => {
    let isDown = true;
    const file = createFileCreditStorage(path);
    const storage: CreditStorage = {
      place: "redis",
      add: (spent) => (isDown ? Promise.reject(new Error("down")) : file.add(spent)),
    };
    const { credits, sync, failures } = start(storage);
    credits.spend(10);
    await sync.syncNow();
    await sync.syncNow();
    expect(failures).to.have.length(1);
    isDown = false;
    await sync.syncNow();
    await sync.syncNow();
    expect(credits.left).to.equal(90);
    expect(JSON.parse(readFileSync(path, "utf8"))).to.deep.include({
      credits: { "main a 2026-11-22": 10, "main a 2026-11": 10 },
    });
  });

  for (const text of ["{", '{"version":2}', '{"version":1,"credits":{"main a 2026-11-22":-5}}', "null"]) {
    it(`set a file aside that holds something else: ${text}`, async () => {
      writeFileSync(path, text);
      const { credits, sync, failures } = start(createFileCreditStorage(path));
      credits.spend(1);
      await sync.syncNow();
      expect([credits.left, failures.length]).to.deep.equal([99, 0]);
    });
  }

  itWith("redis-server", "are one count in Redis, and only a count is taken from there", async () => {
    const server = await new RedisServer().start();
    const client = new Redis(server.url);
    const links: RedisLink[] = [];
    const log = () => undefined;
    const link = async (): Promise<RedisLink> => {
      const made = await createRedisLink({
        url: server.url,
        timeoutMs: 1000,
        log: { info: log, warn: log },
        countFailure: log,
      });
      links.push(made);
      await until(() => made.isUp, "Redis was connected");
      return made;
    };
    try {
      const one = start(createRedisCreditStorage(await link()));
      const other = start(createRedisCreditStorage(await link()));
      one.credits.spend(30);
      await one.sync.syncNow();
      await other.sync.syncNow();
      expect(other.credits.left).to.equal(70);
      for (const key of await client.keys("*")) await client.set(key, "x");
      await other.sync.syncNow();
      expect([other.credits.left, other.failures.length]).to.deep.equal([70, 1]);
    } finally {
      for (const sync of syncs.splice(0)) await sync.close();
      for (const made of links) await made.close();
      client.disconnect();
      await server.stop();
    }
  });
});
