import { expect } from "chai";
import { WebSocket } from "ws";
import { type DocsGateway, startDocsGateway } from "../docs/docs-gateway.ts";
import { deployText, deployYaml, listAt, valueAt } from "./deploy-files.ts";

const dashboard = JSON.parse(deployText("grafana/dashboards/svm-gateway.json")) as unknown;
const panels = listAt(dashboard, "panels");
const [alerts] = deployYaml("prometheus/alerts.yml");
const rules = listAt(alerts, "groups.0.rules");

const expressions: readonly [place: string, text: string][] = [
  ...rules.map((rule): [string, string] => [
    `alert ${valueAt(rule, "alert")}`,
    String(valueAt(rule, "expr")),
  ]),
  ...panels.flatMap((panel) =>
    listAt(panel, "targets").map((target): [string, string] => [
      `panel ${valueAt(panel, "title")}`,
      String(valueAt(target, "expr")),
    ]),
  ),
];

/** Metrics of an expression with the labels that it selects or groups by. */
function usesOf(expression: string): { names: string[]; labels: string[] } {
  const names = [...expression.matchAll(/\b(?:svm_gateway|process|nodejs)_\w+/g)].map(([name]) => name);
  const selected = [...expression.matchAll(/(\w+)=~?"/g)].map(([, label = ""]) => label);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(/,\s*/),
  );
  return { names, labels: [...selected, ...grouped] };
}

describe("the dashboard and the alert rules", () => {
  let gateway: DocsGateway;
  let text = "";
  before(async () => {
    gateway = await startDocsGateway();
    const call = (...methods: string[]) =>
      fetch(gateway.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(methods.map((method, id) => ({ jsonrpc: "2.0", id, method }))),
      });
    // Labels show once something was counted: a cached answer, an error, calls that share an answer, a subscription.
    await call("getSlot", "getSlot");
    for (let round = 0; round < 2; round += 1) await call("getGenesisHash");
    await call("nothingSuch");
    const socket = new WebSocket(gateway.wsUrl);
    await new Promise((resolve, reject) => {
      socket.onerror = reject;
      socket.onmessage = resolve;
      socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"rootSubscribe"}');
    });
    text = await (await fetch(`${gateway.url}/metrics`)).text();
    socket.close();
  });
  after(() => gateway.stop());

  for (const [place, expression] of expressions) {
    it(`use only metrics and labels that a gateway has: ${place}`, () => {
      const { names, labels } = usesOf(expression);
      if (names.length === 0) expect(expression).to.match(/^up\{/);
      for (const name of names)
        expect(text, name).to.match(new RegExp(`^# TYPE ${name.replace(/_bucket$/, "")} `, "m"));
      const known = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
      // Prometheus adds these to what it scrapes.
      known.add("instance").add("job");
      for (const label of labels) expect([...known], expression).to.include(label);
    });
  }

  it("tell in each alert how bad it is, and what to do", () => {
    for (const rule of rules) {
      expect(valueAt(rule, "labels.severity")).to.be.oneOf(["critical", "warning", "info"]);
      expect(valueAt(rule, "annotations.summary"), String(valueAt(rule, "alert"))).to.be.a("string");
      expect(valueAt(rule, "annotations.description"), String(valueAt(rule, "alert"))).to.be.a("string");
    }
  });

  it("lay the panels out without overlap, each with a title of its own", () => {
    const titles = panels.map((panel) => valueAt(panel, "title"));
    expect(new Set(titles).size).to.equal(titles.length);
    const taken = new Set<string>();
    for (const panel of panels) {
      const [x, y, w, h] = ["x", "y", "w", "h"].map((side) => Number(valueAt(panel, `gridPos.${side}`)));
      expect(Number(x) + Number(w)).to.be.at.most(24);
      for (let column = Number(x); column < Number(x) + Number(w); column += 1) {
        for (let row = Number(y); row < Number(y) + Number(h); row += 1) {
          expect(taken, String(valueAt(panel, "title"))).not.to.include(`${column} ${row}`);
          taken.add(`${column} ${row}`);
        }
      }
    }
  });
});
