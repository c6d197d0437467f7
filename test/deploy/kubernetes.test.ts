import { expect } from "chai";
import { describeWith } from "../needed-programs.ts";
import { deployText, deployYaml, valueAt } from "./deploy-files.ts";
import { itRunsTheGateway, Manifests } from "./pod-suite.ts";
import { run } from "./programs.ts";

const file = "kubernetes/svm-gateway.yaml";
const manifests = new Manifests(deployYaml(file));

describe("the Kubernetes manifests", () => {
  itRunsTheGateway(() => ({ manifests, name: "svm-gateway", secret: "svm-gateway" }));

  it("configure the gateway for a pod, with no proxy in front", () => {
    // A forwarding field would be the client's own word.
    const config = manifests.config("svm-gateway");
    expect(config.serverConfig).to.include({ host: "0.0.0.0", trustProxy: 0, networkAdmin: "off" });
    expect(config.redis.url).to.equal("redis://redis:6379");
  });

  it("answer to the names that the service has in a cluster, and are reached from within it only", () => {
    const names = ["", ".default", ".default.svc", ".default.svc.cluster.local"].map(
      (end) => `svm-gateway${end}`,
    );
    expect(manifests.config("svm-gateway").serverConfig.allowedHosts).to.deep.equal(names);
    expect(valueAt(manifests.object("Service", "svm-gateway"), "spec.type")).to.equal("ClusterIP");
    expect(manifests.kinds()).not.to.include("Ingress");
  });

  describeWith("check-manifests", "as a cluster reads them", () => {
    it("use only kinds, versions and fields that exist", () => {
      const { status, stdout, stderr } = run("check-manifests", [], deployText(file));
      expect(status, stderr).to.equal(0);
      expect(stdout).to.equal(`${manifests.documents.length} objects are valid, 0 are not\n`);
    });

    it("are rejected if one field is misspelt", () => {
      const { status, stderr } = run("check-manifests", [], deployText(file).replace("httpGet", "httpGot"));
      expect(status).to.equal(1);
      expect(stderr).to.contain('startupProbe.httpGot"');
    });
  });
});
