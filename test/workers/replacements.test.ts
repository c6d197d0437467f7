import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { RestartDelays } from "../../src/workers/worker-pool.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { type ServedProcess, startProcess } from "./served-process.ts";

describe("RestartDelays", () => {
  it("wait longer each time, up to half a minute, and begin again after a worker listened", () => {
    const delays = new RestartDelays();
    expect(delays.next(true)).to.equal(0);
    const waits = Array.from({ length: 9 }, () => delays.next(false));
    expect(waits).to.deep.equal([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    delays.reset();
    expect(delays.next(false)).to.equal(250);
  });
});

describe("a worker that can't be replaced", () => {
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
