import { expect } from "chai";
import type { Config } from "../../generated/config.ts";
import { parseArguments } from "../../src/cli/options/arguments.ts";
import { configOf } from "../networks/harness.ts";
import { listAt, valueAt } from "./deploy-files.ts";

/** Objects for a cluster, by kind and name. */
export class Manifests {
  readonly documents: readonly unknown[];

  constructor(documents: readonly unknown[]) {
    this.documents = documents;
  }

  /** The only object of this kind and name. */
  object(kind: string, name: string): unknown {
    const found = this.documents.filter(
      (candidate) => valueAt(candidate, "kind") === kind && valueAt(candidate, "metadata.name") === name,
    );
    expect(found, `${kind} ${name}`).to.have.length(1);
    return found[0];
  }

  kinds(): string[] {
    return this.documents.map((document) => String(valueAt(document, "kind")));
  }

  /** The gateway's configuration in a Secret. */
  config(secret: string): Config {
    const data = valueAt(this.object("Secret", secret), "stringData") as Record<string, string>;
    return configOf(JSON.parse(data["gateway.json"] ?? ""));
  }
}

/** What holds of every set of manifests of the gateway, written or rendered. */
export function itRunsTheGateway(read: () => { manifests: Manifests; name: string; secret: string }): void {
  const deployment = () => read().manifests.object("Deployment", read().name);
  const pod = () => valueAt(deployment(), "spec.template.spec");
  const container = () => valueAt(pod(), "containers.0");

  it("names each object once", () => {
    const names = read().manifests.documents.map(
      (entry) => `${valueAt(entry, "kind")} ${valueAt(entry, "metadata.name")}`,
    );
    expect(new Set(names).size).to.equal(names.length);
  });

  it("selects the pods that it makes", () => {
    const { manifests, name } = read();
    for (const one of [name, name === "svm-gateway" ? "redis" : `${name}-redis`]) {
      const labels = valueAt(manifests.object("Deployment", one), "spec.template.metadata.labels");
      const selector = valueAt(manifests.object("Deployment", one), "spec.selector.matchLabels");
      expect(labels).to.deep.include(selector as object);
      expect(valueAt(manifests.object("Service", one), "spec.selector")).to.deep.equal(selector);
    }
    const spread = valueAt(pod(), "topologySpreadConstraints.0.labelSelector.matchLabels");
    expect(valueAt(manifests.object("PodDisruptionBudget", name), "spec.selector.matchLabels")).to.deep.equal(
      spread,
    );
    expect(valueAt(deployment(), "spec.selector.matchLabels")).to.deep.equal(spread);
  });

  it("sends services and probes to ports that the container opens, which are the gateway's", () => {
    const { manifests, name, secret } = read();
    const ports = new Map(
      listAt(container(), "ports").map((port) => [valueAt(port, "name"), valueAt(port, "containerPort")]),
    );
    const { serverConfig } = manifests.config(secret);
    expect([...ports]).to.deep.equal([
      ["http", serverConfig.port],
      ["ws", serverConfig.wsPort],
    ]);
    for (const port of listAt(manifests.object("Service", name), "spec.ports"))
      expect(ports).to.include.keys(String(valueAt(port, "targetPort")));
    for (const [probe, path] of [
      ["startupProbe", "/livez"],
      ["livenessProbe", "/livez"],
      ["readinessProbe", "/readyz"],
    ])
      expect(valueAt(container(), `${probe}.httpGet`), probe).to.deep.equal({ path, port: "http" });
  });

  it("starts the gateway with a valid command line", () => {
    expect(parseArguments(listAt(container(), "args") as string[])).to.include({
      kind: "run",
      command: "serve",
    });
  });

  it("mounts every file that the command line names, the configuration from its Secret", () => {
    const mounts = listAt(container(), "volumeMounts").map((mount) => String(valueAt(mount, "mountPath")));
    const volumes = listAt(pod(), "volumes");
    for (const word of listAt(container(), "args")
      .map(String)
      .filter((text) => text.startsWith("/")))
      expect(
        mounts.some((mount) => word.startsWith(`${mount}/`)),
        word,
      ).to.equal(true);
    const names = volumes.map((volume) => valueAt(volume, "name"));
    for (const mount of listAt(container(), "volumeMounts")) expect(names).to.include(valueAt(mount, "name"));
    expect(valueAt(volumes[names.indexOf("config")], "secret.secretName")).to.equal(read().secret);
    expect(read().manifests.kinds()).not.to.include("ConfigMap");
  });

  it("runs without root, on a read-only root file system", () => {
    expect(valueAt(pod(), "securityContext")).to.include({ runAsNonRoot: true, runAsUser: 1000 });
    expect(valueAt(container(), "securityContext")).to.deep.equal({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("leaves the gateway enough time to stop", () => {
    const { manifests, secret } = read();
    const script = String(valueAt(container(), "lifecycle.preStop.exec.command.2"));
    const pauseMs = Number(/(\d+)\)$/.exec(script)?.[1]);
    const graceMs = 1000 * Number(valueAt(pod(), "terminationGracePeriodSeconds"));
    expect(graceMs).to.be.at.least(pauseMs + manifests.config(secret).serverConfig.shutdownTimeoutMs + 5000);
  });

  it("scales the deployment, which then sets no number of replicas", () => {
    const { manifests, name } = read();
    const scaler = manifests.object("HorizontalPodAutoscaler", name);
    expect(valueAt(scaler, "spec.scaleTargetRef")).to.deep.equal({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name,
    });
    expect(valueAt(deployment(), "spec.replicas")).to.equal(undefined);
    // A budget of one that may be missing needs a second that stays.
    expect(Number(valueAt(scaler, "spec.minReplicas"))).to.be.at.least(2);
    expect(valueAt(container(), "resources.requests.cpu"), "what utilization is measured against").to.be.a(
      "string",
    );
  });
}
