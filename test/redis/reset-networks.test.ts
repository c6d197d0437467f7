import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createNetworkStore, type NetworkStore } from "../../src/networks/network-store.ts";
import { createFileNetworkStorage } from "../../src/networks/state-file.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { shareNetworkChanges } from "../../src/redis/share-network-changes.ts";
import { recordingIo, runCommandLine } from "../cli/recording-io.ts";
import { describeWith } from "../needed-programs.ts";
import { configOf, recordingLogger, temporaryFolder } from "../networks/harness.ts";
import { until } from "../upstream/harness.ts";
import { RedisServer } from "./redis-server.ts";

const content = {
  svm_networks: {
    own: { upstreams: ["http://10.0.0.1:8899", "http://10.0.0.2:8899"] },
    other: { rpc_url: "http://10.0.0.3:8899" },
  },
};

describeWith("redis-server", "svm-gateway networks, for gateways that share a Redis", () => {
  let server: RedisServer;
  let folder: string;
  const stores: NetworkStore[] = [];
  const links: RedisLink[] = [];

  beforeEach(async () => {
    folder = temporaryFolder();
    server = await new RedisServer().start();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    for (const link of links.splice(0)) await link.close();
    await server.stop();
  });

  /** The networks of a gateway that runs on the machine, once they have been read from Redis. */
  async function start(machine: string): Promise<NetworkStore> {
    mkdirSync(join(folder, machine), { recursive: true });
    const redis = { url: server.url };
    writeFileSync(join(folder, machine, "svm-gateway.json"), JSON.stringify({ ...content, redis }));
    const report = { log: recordingLogger(), countFailure: () => undefined };
    const link = await createRedisLink({ url: server.url, timeoutMs: 60_000, ...report });
    const path = join(folder, machine, ".svm-gateway-state.json");
    const local = createFileNetworkStorage({ path, ...report });
    const storage = shareNetworkChanges({ local, link, ...report });
    const store = await createNetworkStore({ config: configOf(content), ...report, storage });
    stores.push(store);
    links.push(link);
    await until(() => link.isUp, "Redis was connected");
    await storage.readNow();
    return store;
  }

  async function run(
    machine: string,
    line: string,
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const io = recordingIo(join(folder, machine));
    const code = await runCommandLine(line.split(" "), io);
    return { code, ...io.written };
  }

  const isEnabled = (store: NetworkStore): boolean | undefined => store.get("own")?.enabled;

  it("resets a network at all of them, its cordons only at its own machine", async () => {
    const [a, b] = [await start("a"), await start("b")];
    await a.setCordoned("10.0.0.1:8899", true);
    await b.setCordoned("10.0.0.1:8899", true);
    await a.setEnabled("own", false);
    await until(() => isEnabled(b) === false, "the change was shared");
    const { code, stdout } = await run("a", "networks reset own");
    expect([code, stdout]).to.match(/^0,own is as configured again \(in .* and in Redis;/);
    await until(() => isEnabled(a) === true && isEnabled(b) === true, "both were reset");
    await until(() => a.get("own")?.cordoned === undefined, "the cordon was removed");
    expect(b.get("own")?.cordoned).to.deep.equal(["10.0.0.1:8899"]);
  });

  it("resets networks that only other machines have saved, also at gateways that start later", async () => {
    const b = await start("b");
    await b.setEnabled("own", false);
    await b.setEnabled("other", false);
    await b.close();
    await start("a").then((store) => store.close());
    const { stdout } = await run("a", "networks reset --all --json");
    expect(JSON.parse(stdout).reset).to.have.members(["own", "other"]);
    const [a, restarted] = [await start("a"), await start("b")];
    for (const store of [a, restarted])
      expect(store.enabled().map(({ id }) => id)).to.deep.equal(["own", "other"]);
    expect((await run("b", "networks reset --all")).stdout).to.match(
      /^no network has run-time changes to undo/,
    );
  });

  it("changes a network at all of them, over an earlier change and after a reset", async () => {
    const [a, b] = [await start("a"), await start("b")];
    await b.setEnabled("own", false);
    await until(() => isEnabled(a) === false, "the change was shared");
    expect((await run("a", "networks enable own")).code).to.equal(0);
    await until(() => isEnabled(a) === true && isEnabled(b) === true, "both were enabled");
    await run("a", "networks reset own");
    expect((await run("a", "networks disable own")).code).to.equal(0);
    await until(() => isEnabled(a) === false && isEnabled(b) === false, "both were disabled");
  });

  it("changes nothing while Redis does not answer, and says so", async () => {
    const a = await start("a");
    await a.setEnabled("own", false);
    await server.stop();
    const { code, stderr } = await run("a", "networks reset own");
    expect([code, stderr]).to.match(/^1,error: Redis can't be used, so nothing was changed/);
    expect(isEnabled(a)).to.equal(false);
    expect((await run("a", "networks list")).code).to.equal(0);
  });
});
