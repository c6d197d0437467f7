import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { deployText, deployYaml, listAt, valueAt } from "./deploy-files.ts";
import { run } from "./programs.ts";

const folder = join(packageRoot, "deploy", "prometheus");
const network = 'network="solana-mainnet"';
const upstream = `${network},upstream="rpc.example.com"`;

/** Series of an hour, one sample a minute, with the alerts that they set off at its end. */
const cases: readonly [title: string, series: Readonly<Record<string, string>>, alerts: readonly string[]][] =
  [
    ["a gateway that does not answer", { 'up{job="svm-gateway"}': "0x60" }, ["GatewayDown"]],
    ["a gateway that answers", { 'up{job="svm-gateway"}': "1x60" }, []],
    [
      "a network with one of two upstreams",
      {
        [`svm_gateway_upstream_healthy{${upstream}}`]: "0x60",
        [`svm_gateway_upstream_healthy{${network},upstream="other"}`]: "1x60",
      },
      ["UpstreamOut"],
    ],
    [
      "a network without upstreams",
      { [`svm_gateway_upstream_healthy{${upstream}}`]: "0x60" },
      ["NetworkWithoutUpstreams", "UpstreamOut"],
    ],
    [
      "an upstream that is behind",
      {
        [`svm_gateway_upstream_slot{${upstream}}`]: "40x60",
        [`svm_gateway_upstream_slot{${network},upstream="other"}`]: "100x60",
      },
      ["UpstreamBehind"],
    ],
    [
      "one call in ten failed by the gateway",
      {
        [`svm_gateway_errors_total{${network},code="-32000"}`]: "0+10x60",
        [`svm_gateway_requests_total{${network}}`]: "0+100x60",
      },
      ["GatewayErrors"],
    ],
    [
      "one call in ten that callers made wrong",
      {
        [`svm_gateway_errors_total{${network},code="-32602"}`]: "0+10x60",
        [`svm_gateway_requests_total{${network}}`]: "0+100x60",
      },
      [],
    ],
    [
      "calls of five seconds",
      {
        [`svm_gateway_request_seconds_bucket{${network},le="2.5"}`]: "0x60",
        [`svm_gateway_request_seconds_bucket{${network},le="5"}`]: "0+100x60",
        [`svm_gateway_request_seconds_bucket{${network},le="+Inf"}`]: "0+100x60",
      },
      ["SlowCalls"],
    ],
    ["calls that wait", { 'svm_gateway_upstream_calls{state="waiting"}': "1x60" }, ["CallsQueue"]],
    ["many clients refused", { svm_gateway_rate_limited_total: "0+120x60" }, ["ClientsRefused"]],
  ];

describeWith("promtool", "the alert rules and the dashboard, as Prometheus reads them", () => {
  it("pass promtool's checks", () => {
    const { status, stdout, stderr } = run("promtool", ["check", "config", join(folder, "prometheus.yml")]);
    expect(status, stderr).to.equal(0);
    expect(stdout).to.match(/SUCCESS: \d+ rules found/);
  });

  it("have only queries that it can parse, in every panel", () => {
    const panels = listAt(JSON.parse(deployText("grafana/dashboards/svm-gateway.json")), "panels");
    const rules = panels.flatMap((panel) =>
      listAt(panel, "targets").map((target, index) => ({
        record: `panel:${valueAt(panel, "id")}:${index}`,
        // Grafana puts these in.
        expr: String(valueAt(target, "expr"))
          .replace(/\$__rate_interval/g, "5m")
          .replace(/\$\w+/g, "x"),
      })),
    );
    const file = join(temporaryFolder(), "panels.yml");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
    const { status, stdout, stderr } = run("promtool", ["check", "rules", file]);
    expect(status, stderr).to.equal(0);
    expect(stdout).to.contain(`SUCCESS: ${rules.length} rules found`);
  });

  it("has a case here for every alert", () => {
    const [rules] = deployYaml("prometheus/alerts.yml");
    const names = listAt(rules, "groups.0.rules").map((rule) => valueAt(rule, "alert"));
    expect(new Set(cases.flatMap(([, , alerts]) => alerts))).to.deep.equal(new Set(names));
  });

  it("fire for the condition that they describe, and for no other", () => {
    const tests = cases.map(([title, series, alerts]) => ({
      name: title,
      interval: "1m",
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      // What fires is a series of its own: its names are compared, not the texts.
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: "1h",
          exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
        },
      ],
    }));
    const file = join(temporaryFolder(), "alerts.test.yml");
    const rules = join(folder, "alerts.yml");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests }));
    const { status, stdout, stderr } = run("promtool", ["test", "rules", file]);
    expect(status, stdout + stderr).to.equal(0);
  });
});
