import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseAllDocuments } from "yaml";
import { digestOf, KeyTable } from "../../src/auth/key-table.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { packageRoot } from "../../src/package-root.ts";
import { describeWith, itWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { deployYaml, listAt, valueAt } from "./deploy-files.ts";
import { itRunsTheGateway, Manifests } from "./pod-suite.ts";
import { run } from "./programs.ts";

const chart = join(packageRoot, "deploy", "helm", "svm-gateway");

/** What helm makes of the chart with these values, as text. */
function rendered(values: object) {
  const file = join(temporaryFolder(), "values.yaml");
  writeFileSync(file, JSON.stringify(values));
  const words = [
    "template",
    "edge",
    chart,
    "--namespace",
    "rpc",
    "--kube-version",
    "1.31.0",
    "--values",
    file,
  ];
  return run("helm", words);
}

function objects(values: object): Manifests {
  const { status, stdout, stderr } = rendered(values);
  if (status !== 0) throw new Error(stderr);
  return new Manifests(parseAllDocuments(stdout).map((document) => document.toJS() as unknown));
}

/** Every part of the chart that can be turned on. */
const everything = {
  keys: { HELIUS_KEY: "key-of-a-provider" },
  existingKeysSecret: "more-keys",
  config: { svm_networks: { mine: { rpc_url: "https://rpc.example.com/key-in-an-address" } } },
  ingress: {
    enabled: true,
    className: "nginx",
    hosts: ["gateway.example.com"],
    tls: [{ secretName: "certificate", hosts: ["gateway.example.com"] }],
    annotations: { "nginx.ingress.kubernetes.io/proxy-read-timeout": "75" },
  },
  serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
  prometheusRule: { enabled: true },
  networkPolicy: { enabled: true, from: [{ namespaceSelector: {} }] },
  imagePullSecrets: [{ name: "registry" }],
  podAnnotations: { "example.com/team": "rpc" },
  podLabels: { tier: "edge" },
  nodeSelector: { pool: "rpc" },
  tolerations: [{ key: "rpc", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  service: { annotations: { "example.com/owner": "rpc" } },
};

/** A text that a Secret holds. */
function textIn(secret: unknown, key: string): string {
  return (valueAt(secret, "stringData") as Record<string, string>)[key] ?? "";
}

describeWith("helm", "the Helm chart", () => {
  const name = "edge-svm-gateway";
  let plain: Manifests;
  let full: Manifests;
  before(() => {
    plain = objects({});
    full = objects(everything);
  });

  itRunsTheGateway(() => ({ manifests: plain, name, secret: `${name}-config` }));

  it("passes helm's own checks", () => {
    const { status, stdout } = run("helm", ["lint", "--strict", chart]);
    expect(stdout).to.contain("1 chart(s) linted, 0 chart(s) failed");
    expect(status).to.equal(0);
  });

  for (const [title, values] of [
    ["as it is", {}],
    ["with everything on", everything],
    [
      "with everything off",
      { redis: { enabled: false }, autoscaling: { enabled: false }, podDisruptionBudget: { enabled: false } },
    ],
    ["with Secrets of the operator", { existingConfigSecret: "mine", existingKeysSecret: "keys" }],
  ] as const)
    itWith("check-manifests", `makes objects that a cluster takes, ${title}`, () => {
      const { status, stderr } = run("check-manifests", [], rendered(values).stdout);
      expect(status, stderr).to.equal(0);
    });

  it("keeps keys, and addresses that hold some, in Secrets only", () => {
    const others = full.documents.filter((entry) => valueAt(entry, "kind") !== "Secret");
    expect(JSON.stringify(others)).not.to.match(/key-of-a-provider|key-in-an-address/);
    expect(valueAt(full.object("Secret", `${name}-keys`), "stringData")).to.deep.equal(everything.keys);
    expect(full.config(`${name}-config`).svmNetworks.mine?.rpcUrl).to.equal(
      everything.config.svm_networks.mine.rpc_url,
    );
    const container = valueAt(full.object("Deployment", name), "spec.template.spec.containers.0");
    expect(valueAt(container, "envFrom")).to.deep.equal([
      { secretRef: { name: `${name}-keys` } },
      { secretRef: { name: "more-keys" } },
    ]);
  });

  it("gives the gateway the keys of its callers from a Secret", () => {
    const secret = "key-of-a-caller-in-a-secret";
    const made = objects({
      keys: { BACKEND_KEY: secret },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the gateway resolves it.
      config: { auth: { keys: [{ id: "backend", key: "${BACKEND_KEY}", rate_limit: 50 }] } },
    });
    const config = join(temporaryFolder(), "gateway.json");
    writeFileSync(config, textIn(made.object("Secret", `${name}-config`), "gateway.json"));
    expect(readFileSync(config, "utf8")).not.to.include(secret);
    const env = { BACKEND_KEY: textIn(made.object("Secret", `${name}-keys`), "BACKEND_KEY") };
    const loaded = loadConfig({ flags: { config }, env, cwd: "/" });
    const table = new KeyTable();
    table.replace("configuration", loaded.config.auth.keys);
    expect(table.find(digestOf(secret))?.id).to.equal("backend");
  });

  it("replaces the pods when a key or the configuration changes", () => {
    const checksum = (values: object) =>
      valueAt(
        valueAt(objects(values).object("Deployment", name), "spec.template.metadata.annotations"),
        "checksum/config",
      );
    const all = [{}, { keys: { A: "1" } }, { keys: { A: "2" } }, { config: { execution: "multi" } }].map(
      checksum,
    );
    expect(new Set(all).size).to.equal(all.length);
    expect(checksum({ podLabels: { a: "b" } })).to.equal(all[0]);
  });

  it("sets what a pod needs, and lets the operator's configuration go before it", () => {
    const server = plain.config(`${name}-config`).serverConfig;
    expect(server).to.include({ host: "0.0.0.0", trustProxy: 0, networkAdmin: "off" });
    expect(server.allowedHosts).to.deep.equal(
      ["", ".rpc", ".rpc.svc", ".rpc.svc.cluster.local"].map((end) => name + end),
    );
    expect(plain.config(`${name}-config`).redis.url).to.equal(`redis://${name}-redis:6379`);
    const other = objects({
      redis: { enabled: false },
      config: { server_config: { network_admin: "loopback" }, redis: { url: "redis://elsewhere:1" } },
    });
    expect(other.config(`${name}-config`).redis.url).to.equal("redis://elsewhere:1");
    expect(other.config(`${name}-config`).serverConfig).to.include({
      host: "0.0.0.0",
      networkAdmin: "loopback",
    });
    expect(JSON.stringify(other.documents)).not.to.contain("redis:7");
  });

  it("routes the paths of clients from outside and none of the operators', and then trusts one proxy", () => {
    const [rule] = listAt(full.object("Ingress", name), "spec.rules");
    const paths = listAt(rule, "http.paths").map(
      (entry) => `${valueAt(entry, "path")} ${valueAt(entry, "pathType")}`,
    );
    expect(paths).to.have.members([
      "/ Exact",
      ...["/rpc", "/networks", "/api/mcp", "/health", "/openrpc.json", "/docs"].map(
        (path) => `${path} Prefix`,
      ),
    ]);
    const server = full.config(`${name}-config`).serverConfig;
    expect(server.trustProxy).to.equal(1);
    expect(server.allowedHosts).to.include("gateway.example.com");
    expect(plain.kinds()).not.to.include("Ingress");
  });

  it("has the gateway scraped under the name that the alerts select, and brings these alerts", () => {
    const monitor = full.object("ServiceMonitor", name);
    const service = full.object("Service", name);
    const label = String(valueAt(monitor, "spec.jobLabel"));
    expect((valueAt(service, "metadata.labels") as Record<string, string>)[label]).to.equal("svm-gateway");
    expect(valueAt(service, "metadata.labels")).to.deep.include(
      valueAt(monitor, "spec.selector.matchLabels") as object,
    );
    const [rules] = deployYaml("prometheus/alerts.yml");
    expect(valueAt(full.object("PrometheusRule", name), "spec")).to.deep.equal(rules);
  });

  it("lets the gateway out to Redis, name servers and upstreams, and never to the metadata address", () => {
    const policy = full.object("NetworkPolicy", name);
    const blocks = listAt(policy, "spec.egress").flatMap((rule) =>
      valueAt(rule, "to") === undefined
        ? []
        : listAt(rule, "to").flatMap((to) => valueAt(to, "ipBlock") ?? []),
    );
    expect(blocks[0]).to.deep.equal({ cidr: "0.0.0.0/0", except: ["169.254.0.0/16"] });
    const redis = full.object("NetworkPolicy", `${name}-redis`);
    expect(valueAt(redis, "spec.ingress.0.from.0.podSelector.matchLabels")).to.deep.equal(
      valueAt(full.object("Deployment", name), "spec.selector.matchLabels"),
    );
    expect(listAt(redis, "spec.egress")).to.deep.equal([]);
  });

  for (const [values, fault] of [
    [{ replica: 3 }, /replica/],
    [{ ingress: { enabled: true } }, /hosts/],
    [{ keys: { "not a name": "x" } }, /not a name/],
    [{ service: { httpPort: 0 } }, /httpPort/],
  ] as const)
    it(`refuses ${JSON.stringify(values)}`, () => {
      const { status, stderr } = rendered(values);
      expect(status).not.to.equal(0);
      expect(stderr).to.match(fault);
    });
});
