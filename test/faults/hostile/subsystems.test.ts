import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Redis } from "ioredis";
import { describeWith } from "../../needed-programs.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { RedisServer } from "../../redis/redis-server.ts";
import { type ServedProcess, startProcess } from "../../workers/served-process.ts";

const networks = "svm-gateway:networks:1";
describeWith("redis-server", "a gateway whose parts fail", () => {
  let server: RedisServer;
  let redis: Redis;
  let gateway: ServedProcess;

  before(async () => {
    server = await new RedisServer().start();
    redis = new Redis(server.url);
    redis.on("error", () => undefined); // It is stopped on purpose.
    const folder = temporaryFolder();
    const config = join(folder, "svm-gateway.json");
    writeFileSync(
      config,
      JSON.stringify({
        redis: { url: server.url },
        registry: { url: "http://127.0.0.1:1/registry.json" },
        server_config: { rate_limit: { enabled: false } },
        svm_networks: { own: { rpc_url: "http://127.0.0.1:1" } },
      }),
    );
    const state = join(folder, "there is no such folder", "state.json");
    const args = ["serve", "--config", config, "--state", state, "--port", "0", "--ws-port", "0"];
    gateway = await startProcess(args);
  });
  after(async () => {
    redis.disconnect();
    await gateway.stop();
    await server.stop();
  });

  const logged = (text: string) => gateway.logged(({ msg }) => String(msg).includes(text));

  async function isEnabled(id: string): Promise<boolean | undefined> {
    const { result } = await gateway.call("listSvmNetworks");
    const list = (result as { networks: { id: string; enabled: boolean }[] }).networks;
    return list.find((network) => network.id === id)?.enabled;
  }

  /** Another gateway's change of the network. */
  async function changeElsewhere(enabled: boolean): Promise<void> {
    await redis.del(networks);
    await redis.hset(networks, "enabled own", String(enabled));
    await redis.publish(`${networks}:changed`, "");
    while ((await isEnabled("own")) !== enabled) await redis.ping();
  }
  afterEach(() => changeElsewhere(true));

  it("says at the start what does not work, and serves", async () => {
    await logged("the state file can't be used");
    await logged("the registry of networks can't be refreshed");
    expect(await isEnabled("own")).to.equal(true);
  });

  it("takes over another gateway's change of a network that it can't save", async () => {
    await changeElsewhere(false);
    await logged("can't be saved in the state file");
    expect(await isEnabled("own")).to.equal(false);
  });

  it("refuses a change of its own that it can't save, and logs why", async () => {
    await changeElsewhere(false);
    const { error } = await gateway.call("enableSvmNetwork", ["own"]);
    expect(error?.code).to.equal(-32603);
    expect((await logged("a change of a network can't be saved")).err).to.have.property("code", "ENOENT");
  });

  it("goes on when Redis holds something else where the changes are", async () => {
    await changeElsewhere(false);
    await redis.set(networks, "of another kind");
    await redis.publish(`${networks}:changed`, "");
    await logged("Redis refuses a command");
    expect(await isEnabled("own")).to.equal(false);
  });

  it("goes on when Redis dies, and uses it again when it is back", async () => {
    await changeElsewhere(false);
    await server.stop();
    await logged("Redis is not used for now");
    expect(await isEnabled("own")).to.equal(false);
    await server.start();
    await logged("Redis is used again");
  });

  it("counts each of these failures, and leaves no promise without a handler", async () => {
    await redis.set(networks, "of another kind");
    await redis.publish(`${networks}:changed`, "");
    await logged("Redis refuses a command");
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    for (const subsystem of ["state_file", "redis", "registry"]) {
      const line = new RegExp(
        `^svm_gateway_subsystem_failures_total\\{subsystem="${subsystem}"\\} (\\d+)$`,
        "m",
      );
      expect(Number(line.exec(text)?.[1]), subsystem).to.be.greaterThan(0);
    }
    expect(gateway.log.filter(({ msg }) => String(msg).includes("without a handler"))).to.deep.equal([]);
    expect(gateway.child.exitCode).to.equal(null);
  });
});
