import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createLogger } from "../../../src/log/logger.ts";
import { createRedisLink } from "../../../src/redis/redis-link.ts";
import type { ServedGateway } from "../../gateway-process.ts";
import { itWith } from "../../needed-programs.ts";
import { RedisServer } from "../../redis/redis-server.ts";
import { until } from "../../upstream/harness.ts";
import { bombPlaces } from "./bomb-places.ts";
import { BombUpstream, bombBytes, bombs } from "./bomb-upstream.ts";
import { watched } from "./hostile-harness.ts";
import { startBombed } from "./run-bombs.ts";

const call = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
/** Longest list that is read. */
const registryBytes = 4_000_000;
/** Memory that a gateway has in use once the bombs are gone: at the start it has about 110 MiB. */
const restingMiB = 350;

function residentMiB({ process: { child } }: ServedGateway): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

describe("answers of millions of values to a gateway with 256 MiB of heap @long", () => {
  let upstream: BombUpstream;
  let gateway: ServedGateway;
  before(async () => {
    upstream = await BombUpstream.start();
    gateway = await startBombed(upstream);
  });
  after(async () => {
    await gateway.process.stop();
    upstream.close();
  });

  for (const [shape, make] of Object.entries(bombs)) {
    const bomb = make(bombBytes);
    const short = make(bombBytes / 2);
    for (const { name, enter } of bombPlaces) {
      it(`with ${shape} as ${name} leave another client its answers`, async () => {
        const sent = name.includes("short enough") ? short : bomb;
        const { asked, answered } = await watched(gateway, () => enter(sent, upstream, gateway));
        expect(answered).to.equal(asked);
        expect(gateway.process.child.exitCode).to.equal(null);
      });
    }
  }

  it("leave no memory in use", async () => {
    upstream.reply = () => undefined;
    // Calls make the engine collect what nothing holds.
    let isOver = false;
    const calling = (async () => {
      while (!isOver) await (await gateway.post("/networks/bad", call)).text();
    })();
    await until(() => residentMiB(gateway) < restingMiB, "the memory of the bombs was given back").finally(
      () => {
        isOver = true;
      },
    );
    await calling;
  });

  for (const [shape, make] of Object.entries(bombs)) {
    it(`with ${shape} as the registry of networks leave the known list in use`, async () => {
      const registry = createServer((_request, response) => response.end(make(registryBytes)));
      registry.listen(0, "127.0.0.1");
      await once(registry, "listening");
      const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
      const asking = await startBombed(upstream, {
        registry: { url },
        log: { level: "warn" },
      });
      await asking.process.logged(/registry of networks can't be refreshed/);
      expect((await asking.post("/", call)).status).to.equal(200);
      await asking.process.stop();
      registry.close();
    });

    itWith("redis-server", `with ${shape} as all values in Redis end no gateway`, async () => {
      upstream.reply = () => undefined;
      const server = await new RedisServer().start();
      const settings = { redis: { url: server.url } };
      const headers = { "x-session": "shared" };
      const first = await startBombed(upstream, settings);
      const link = await createRedisLink({
        url: server.url,
        timeoutMs: 60_000,
        log: createLogger({ level: "off" }),
        countFailure: () => undefined,
      });
      await until(() => link.isUp, "Redis was connected");
      const keys = async () => (await link.ask((redis) => redis.keys("*"))) ?? [];
      let known: readonly string[] = [];
      while (known.length === 0) {
        await (await first.post("/", '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}', headers)).text();
        await (await first.post("/", call, headers)).text();
        known = await keys();
      }
      await first.process.stop();
      const bomb = make(bombBytes);
      for (const key of [...known, "svm-gateway:networks:1"])
        await link.ask(async (redis) => {
          if ((await redis.type(key)) === "string") return redis.set(key, bomb);
          const fields = await redis.hkeys(key);
          return redis.hset(key, ...[...fields, "rpcUrl bad"].flatMap((field) => [field, bomb]));
        });
      const second = await startBombed(upstream, settings);
      for (let count = 0; count < 10; count += 1) {
        expect((await second.post("/", call, headers)).status).to.equal(200);
        await (await second.post("/", '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}', headers)).text();
      }
      expect(second.process.child.exitCode).to.equal(null);
      await second.process.stop();
      await link.close();
      await server.stop();
    });
  }
});
