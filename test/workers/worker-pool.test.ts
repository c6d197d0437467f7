import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../networks/harness.ts";
import { type ServedProcess, startProcess } from "./served-process.ts";

interface Listed {
  networks: { id: string; enabled: boolean }[];
}

describe("runWorkers()", () => {
  let gateway: ServedProcess;
  let state: string;
  before(async () => {
    const folder = temporaryFolder();
    state = join(folder, "state.json");
    const config = join(folder, "svm-gateway.json");
    writeFileSync(
      config,
      JSON.stringify({ server_config: { rate_limit: { per_second: 100000, per_minute: 150 } } }),
    );
    gateway = await startProcess([
      "serve",
      "--local",
      "--port",
      "0",
      "--ws-port",
      "0",
      "--workers",
      "2",
      "--config",
      config,
      "--state",
      state,
    ]);
  });
  after(() => gateway.stop());

  /** Processes of the workers that have begun to listen, also those that ended. */
  const listening = () =>
    gateway.log.filter(({ msg }) => msg === "a worker is listening").map(({ worker }) => worker);

  it("prints each listener once, when all workers listen", () => {
    expect(gateway.lines.filter((line) => line.startsWith("listening http"))).to.have.length(1);
  });

  it("answers a change of networks once every worker has applied it", async () => {
    for (const [method, enabled] of [
      ["enableSvmNetwork", true],
      ["disableSvmNetwork", false],
    ] as const) {
      await gateway.call(method, ["solana-devnet"]);
      const seen = await Promise.all(Array.from({ length: 6 }, () => gateway.call("listSvmNetworks")));
      const states = seen.map(
        ({ result }) => (result as Listed).networks.find(({ id }) => id === "solana-devnet")?.enabled,
      );
      expect(states).to.deep.equal(Array.from({ length: 6 }, () => enabled));
    }
  });

  it("makes a tool's change in every worker, and forgets it", async () => {
    const params = { name: "enableSvmNetwork", arguments: { network_id: "solana-testnet" } };
    expect(await gateway.call("tools/call", params, "/api/mcp")).to.have.property("result");
    for (let index = 0; index < 6; index += 1) {
      const { result } = await gateway.call("listSvmNetworks");
      const found = (result as Listed).networks.find(({ id }) => id === "solana-testnet");
      expect(found?.enabled).to.equal(true);
    }
    expect(readFileSync(state, "utf8")).to.not.include("solana-testnet");
  });

  it("sums the metrics of all workers", async () => {
    const count = async () => {
      const text = await (await fetch(`${gateway.url}/metrics`)).text();
      return Number(/^svm_gateway_requests_total\{method="getGenesisHash".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    for (let index = 0; index < 6; index += 1) await gateway.call("getGenesisHash");
    expect((await count()) - before).to.equal(6);
  });

  it("does not add up what each worker sees of one upstream", async () => {
    const isHealthy = ({ network, msg }: Record<string, unknown>) =>
      network === "localnet" && String(msg).includes("is healthy");
    const one = await gateway.logged(isHealthy);
    await gateway.logged((line) => isHealthy(line) && line.pid !== one.pid);
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    const healthy = [...text.matchAll(/^svm_gateway_upstream_healthy\{network="localnet".*\} (\d+)$/gm)].map(
      (match) => match[1],
    );
    expect(healthy).to.deep.equal(["1"]);
  });

  it("replaces a worker that dies, and goes on serving", async () => {
    const first = listening();
    process.kill(Number(first[0]), "SIGKILL");
    const ended = await gateway.logged(({ msg }) => String(msg).includes("a worker ended"));
    expect(ended.worker).to.equal(first[0]);
    const replaced = await gateway.logged(
      ({ msg, worker }) => msg === "a worker is listening" && !first.includes(worker),
    );
    await gateway.logged(({ pid, msg }) => pid === replaced.worker && String(msg).includes("is healthy"));
    const answers = await Promise.all(Array.from({ length: 4 }, () => gateway.call("getHealth")));
    expect(answers.map(({ result }) => result)).to.deep.equal(["ok", "ok", "ok", "ok"]);
  });

  it("ends the connections that a worker died before taking", async () => {
    const pids = listening();
    const worker = Number(pids.at(-1));
    process.kill(worker, "SIGSTOP");
    const { port } = new URL(gateway.url);
    const clients = Array.from({ length: 4 }, () => connect(Number(port), "127.0.0.1"));
    await Promise.all(clients.map((client) => once(client, "connect")));
    // The first process takes connections in turn: once a later one is answered, an earlier one is on its way to each worker.
    await gateway.call("getHealth");
    const ended = Promise.race(clients.map((client) => once(client.resume(), "close")));
    process.kill(worker, "SIGKILL");
    await ended;
    for (const client of clients) client.destroy();
    await gateway.logged(
      ({ msg, worker: started }) => msg === "a worker is listening" && !pids.includes(started),
    );
  });

  it("counts what a client spends at all workers together", async () => {
    // At once: the slower the machine, the more a client gets back meanwhile. Each worker alone would take its half.
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await fetch(gateway.url, {
          method: "POST",
          headers: { "content-type": "application/json", connection: "close" },
          body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
        });
        await response.text();
        return response.status;
      }),
    );
    expect(statuses).to.include(429);
  });

  it("ends with code 0 on SIGTERM, with all workers", async () => {
    expect(await gateway.stop()).to.equal(0);
  });
});

describe("a worker that can't be replaced @long", () => {
  let gateway: ServedProcess;
  const config = join(temporaryFolder(), "svm-gateway.json");
  const right = JSON.stringify({
    server_config: { enable_metrics: false },
    svm_networks: { own: { rpc_url: "http://127.0.0.1:1" } },
  });
  before(async () => {
    writeFileSync(config, right);
    const args = ["serve", "--config", config, "--state", join(config, "..", "state.json")];
    gateway = await startProcess([...args, "--port", "0", "--ws-port", "0", "--workers", "2"]);
  });
  after(() => gateway.stop());

  const logged = (text: string) => gateway.logged(({ msg }) => String(msg).includes(text));

  it("is retried until it listens, while the other worker serves", async () => {
    const { worker } = await logged("a worker is listening");
    writeFileSync(config, "{");
    process.kill(Number(worker), "SIGKILL");
    const { delayMs } = await logged("it is replaced after a delay");
    expect(delayMs).to.equal(250);
    const { result } = await gateway.call("listSvmNetworks");
    expect(result).to.have.property("networks");
    await gateway.logged(({ delayMs: later }) => Number(later) > 250);
    writeFileSync(config, right);
    await gateway.logged(
      ({ msg }) =>
        msg === "a worker is listening" && gateway.log.filter((line) => line.msg === msg).length === 3,
    );
  });

  it("serves no metrics if they are turned off, and names the setting", async () => {
    const response = await fetch(`${gateway.url}/metrics`, { headers: { connection: "close" } });
    expect(response.status).to.equal(404);
    expect(await response.text())
      .to.contain("server_config.enable_metrics")
      .and.contain("metrics-off");
  });

  it("ends with code 0 on SIGTERM, even while it waits for a restart", async () => {
    expect(await gateway.stop()).to.equal(0);
  });
});
