import { expect } from "chai";
import { parseArguments } from "../../src/cli/arguments.ts";
import { configOf } from "../networks/harness.ts";
import { deployYaml, listAt, valueAt } from "./deploy-files.ts";

const documents = deployYaml("kubernetes/svm-gateway.yaml");

function document(kind: string, name = "svm-gateway"): unknown {
  const found = documents.find(
    (candidate) => valueAt(candidate, "kind") === kind && valueAt(candidate, "metadata.name") === name,
  );
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** apiVersion of each kind that is used, as current clusters serve them. */
const versions: Readonly<Record<string, string>> = {
  ConfigMap: "v1",
  Deployment: "apps/v1",
  HorizontalPodAutoscaler: "autoscaling/v2",
  PodDisruptionBudget: "policy/v1",
  Service: "v1",
};

describe("the Kubernetes manifests", () => {
  const deployment = document("Deployment");
  const pod = valueAt(deployment, "spec.template.spec");
  const container = valueAt(pod, "containers.0");
  const config = configOf(
    JSON.parse(String(valueAt(document("ConfigMap"), "data")?.["gateway.json" as never])),
  );

  it("name kinds and versions that clusters serve, each object once", () => {
    const names = documents.map((entry) => `${valueAt(entry, "kind")} ${valueAt(entry, "metadata.name")}`);
    expect(new Set(names).size).to.equal(names.length);
    for (const entry of documents)
      expect(valueAt(entry, "apiVersion")).to.equal(versions[String(valueAt(entry, "kind"))]);
  });

  it("select the pods that they make", () => {
    for (const name of ["svm-gateway", "redis"]) {
      const labels = valueAt(document("Deployment", name), "spec.template.metadata.labels");
      expect(valueAt(document("Deployment", name), "spec.selector.matchLabels")).to.deep.equal(labels);
      expect(valueAt(document("Service", name), "spec.selector")).to.deep.equal(labels);
    }
    expect(valueAt(document("PodDisruptionBudget"), "spec.selector.matchLabels")).to.deep.equal(
      valueAt(pod, "topologySpreadConstraints.0.labelSelector.matchLabels"),
    );
  });

  it("send services and probes to ports that the container opens, which are the gateway's", () => {
    const ports = new Map(
      listAt(container, "ports").map((port) => [valueAt(port, "name"), valueAt(port, "containerPort")]),
    );
    expect([...ports]).to.deep.equal([
      ["http", config.serverConfig.port],
      ["ws", config.serverConfig.wsPort],
    ]);
    for (const port of listAt(document("Service"), "spec.ports"))
      expect(ports).to.include.keys(String(valueAt(port, "targetPort")));
    for (const [probe, path] of [
      ["startupProbe", "/livez"],
      ["livenessProbe", "/livez"],
      ["readinessProbe", "/readyz"],
    ])
      expect(valueAt(container, `${probe}.httpGet`), probe).to.deep.equal({ path, port: "http" });
  });

  it("give the gateway a command line that it understands, and a configuration for a pod", () => {
    expect(parseArguments(listAt(container, "args") as string[])).to.include({
      kind: "run",
      command: "serve",
    });
    // No proxy stands in front: a forwarding field would be the client's own word.
    expect(config.serverConfig).to.include({ host: "0.0.0.0", trustProxy: 0, networkAdmin: "off" });
    expect(config.cache.redisUrl).to.equal("redis://redis:6379");
  });

  it("answer to the names that the service has in a cluster, and are reached from within it only", () => {
    const names = ["", ".default", ".default.svc", ".default.svc.cluster.local"].map(
      (end) => `svm-gateway${end}`,
    );
    expect(config.serverConfig.allowedHosts).to.deep.equal(names);
    expect(valueAt(document("Service"), "spec.type")).to.equal("ClusterIP");
    expect(documents.map((entry) => valueAt(entry, "kind"))).not.to.include("Ingress");
  });

  it("mount every file that the command line names", () => {
    const mounts = listAt(container, "volumeMounts").map((mount) => String(valueAt(mount, "mountPath")));
    const volumes = listAt(pod, "volumes").map((volume) => valueAt(volume, "name"));
    for (const word of listAt(container, "args")
      .map(String)
      .filter((text) => text.startsWith("/")))
      expect(
        mounts.some((mount) => word.startsWith(`${mount}/`)),
        word,
      ).to.equal(true);
    for (const mount of listAt(container, "volumeMounts")) expect(volumes).to.include(valueAt(mount, "name"));
  });

  it("run without root, on a root that is read-only", () => {
    expect(valueAt(pod, "securityContext")).to.include({ runAsNonRoot: true, runAsUser: 1000 });
    expect(valueAt(container, "securityContext")).to.deep.equal({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("leave the gateway the time that it takes to stop", () => {
    const script = String(valueAt(container, "lifecycle.preStop.exec.command.2"));
    const pauseMs = Number(/(\d+)\)$/.exec(script)?.[1]);
    const graceMs = 1000 * Number(valueAt(pod, "terminationGracePeriodSeconds"));
    expect(graceMs).to.be.at.least(pauseMs + config.serverConfig.shutdownTimeoutMs + 5000);
  });

  it("scale the deployment, which then names no number of its own", () => {
    const scaler = document("HorizontalPodAutoscaler");
    expect(valueAt(scaler, "spec.scaleTargetRef")).to.deep.equal({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name: "svm-gateway",
    });
    expect(valueAt(deployment, "spec.replicas")).to.equal(undefined);
    // A budget of one that may be missing needs a second that stays.
    expect(Number(valueAt(scaler, "spec.minReplicas"))).to.be.at.least(2);
    expect(valueAt(container, "resources.requests.cpu"), "what utilization is measured against").to.be.a(
      "string",
    );
  });
});
