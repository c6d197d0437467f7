import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseArguments } from "../../src/cli/options/arguments.ts";
import { packageRoot } from "../../src/package-root.ts";
import { configOf } from "../networks/harness.ts";
import { deployText, deployYaml, listAt, valueAt } from "./deploy-files.ts";

describe("the compose file", () => {
  const [compose] = deployYaml("compose.yaml");
  const services = Object.entries(valueAt(compose, "services") as Record<string, unknown>);

  it("runs the gateway with Redis, Prometheus and Grafana", () => {
    expect(services.map(([name]) => name)).to.have.members(["gateway", "redis", "prometheus", "grafana"]);
  });

  it("opens ports on this machine only, which closes /metrics, /status and /status.json to others", () => {
    for (const [name, service] of services) {
      for (const port of (valueAt(service, "ports") ?? []) as string[])
        expect(port, name).to.match(/^127\.0\.0\.1:\d+:\d+$/);
    }
  });

  it("mounts what is there, and volumes that it declares", () => {
    const declared = Object.keys(valueAt(compose, "volumes") as object);
    for (const [name, service] of services) {
      for (const mount of (valueAt(service, "volumes") ?? []) as string[]) {
        const [source = ""] = mount.split(":");
        if (source.startsWith("./")) {
          expect(existsSync(join(packageRoot, "deploy", source)), `${name}: ${source}`).to.equal(true);
        } else expect(declared, name).to.include(source);
      }
    }
  });

  it("lets Redis evict what expires, such as cached answers, but no keys or pending transactions", () => {
    const files = ["compose.yaml", "kubernetes/svm-gateway.yaml", "helm/svm-gateway/templates/redis.yaml"];
    for (const file of files) expect(deployText(file), file).to.match(/--maxmemory-policy"?, "?volatile-lru/);
  });

  it("runs the gateway on a read-only root, without capabilities", () => {
    expect(valueAt(compose, "services.gateway")).to.deep.include({ read_only: true, cap_drop: ["ALL"] });
  });

  it("starts the gateway with a valid command line and configuration", () => {
    const words = listAt(compose, "services.gateway.command") as string[];
    expect(parseArguments(words)).to.include({ kind: "run", command: "serve" });
    const config = configOf(JSON.parse(deployText("gateway.json")));
    expect(config.serverConfig.host).to.equal("0.0.0.0");
    expect(config.redis.url).to.equal("redis://redis:6379");
    // The name that Prometheus calls it by.
    expect(config.serverConfig.allowedHosts).to.deep.equal(["gateway"]);
    // Without authentication in front, nobody outside may redirect a network.
    expect(config.serverConfig.networkAdmin).to.equal("off");
  });

  it("lets Prometheus scrape the gateway at its own name and port", () => {
    const [prometheus] = deployYaml("prometheus/prometheus.yml");
    expect(listAt(prometheus, "scrape_configs.0.static_configs.0.targets")).to.deep.equal(["gateway:3000"]);
    expect(listAt(prometheus, "rule_files")).to.deep.equal(["alerts.yml"]);
  });

  it("gives Grafana the dashboard, and the data source that Prometheus is", () => {
    const [provider] = deployYaml("grafana/provisioning/dashboards/svm-gateway.yaml");
    const folder = valueAt(provider, "providers.0.options.path");
    expect(listAt(compose, "services.grafana.volumes")).to.include(`./grafana/dashboards:${folder}:ro`);
    const [source] = deployYaml("grafana/provisioning/datasources/prometheus.yaml");
    expect(valueAt(source, "datasources.0.url")).to.equal("http://prometheus:9090");
  });
});
