import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { code } from "../../scripts/references/markdown.ts";
import { gatewayMetrics } from "../../scripts/references/metrics-table.ts";
import { referencePages } from "../../scripts/references/reference-pages.ts";
import { flagTable } from "../../src/cli/options/flag-table.ts";
import { propertiesOf, schemaAt, schemaPaths } from "../../src/config/config-schema.ts";
import { packageRoot } from "../../src/package-root.ts";
import { fencedBlocks, guideText, guideTexts } from "./fenced-blocks.ts";

/** Cells of the rows of all tables of a page, heads left out. */
function tableRows(path: string): string[][] {
  const lines = guideText(path).split("\n");
  return lines
    .filter((line, index) => line.startsWith("| ") && !lines[index + 1]?.startsWith("|---"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

describe("the reference pages", () => {
  it("contain the tables that the code generates", async () => {
    for (const { path, current, wanted } of await referencePages())
      expect(current, `${path} is stale; run: npm run references`).to.equal(wanted);
  });

  it("list every method once", () => {
    const listed = tableRows("docs/methods.md").map(([name]) => name);
    expect(listed).to.have.members(Object.keys(methods).map(code));
    expect(new Set(listed).size).to.equal(listed.length);
  });

  it("list every key of the configuration, and nothing else", () => {
    const groups = [...guideText("docs/configuration.md").matchAll(/^### `?([^`\n]+)`?$/gm)];
    expect(groups.length).to.be.greaterThan(5);
    const shown = new Set(tableRows("docs/configuration.md").map(([key = ""]) => key.replaceAll("`", "")));
    // Their entries have a section each.
    const maps = ["svm_networks", "providers"];
    for (const path of schemaPaths()) {
      const node = schemaAt(path);
      if (node === undefined || propertiesOf(node).length > 0 || maps.includes(path)) continue;
      expect(shown, path).to.include(path.slice(path.lastIndexOf(".") + 1));
    }
  });
});

describe("the guides", () => {
  it("count no methods: a count is outdated by the next one", () => {
    for (const path of [...guideTexts().keys(), "docs/architecture.svg"])
      expect(/\b\d+ (?:\w+ )?methods\b/.exec(guideText(path))?.[0], path).to.equal(undefined);
  });

  it("name only metrics that exist", () => {
    const known = new Set(gatewayMetrics().map(({ name }) => name));
    for (const [path, text] of guideTexts()) {
      for (const [name] of text.matchAll(/svm_gateway_[a-z_]*[a-z]/g)) {
        const base = name.replace(/_(bucket|sum|count)$/, "");
        expect(known.has(name) || known.has(base), `${path}: ${name}`).to.equal(true);
      }
    }
  });

  it("watch in docs/metrics.md what the alerts watch", () => {
    const alerts = readFileSync(join(packageRoot, "deploy/prometheus/alerts.yml"), "utf8");
    const formulas = fencedBlocks(guideText("docs/metrics.md")).filter(({ text }) => text.includes("rate("));
    expect(formulas).to.have.length(1);
    for (const formula of formulas[0]?.text.trim().split("\n") ?? []) expect(alerts).to.include(formula);
  });

  it("name only existing keys of the configuration, if they name them with their group", () => {
    const groups = schemaPaths().filter((path) => !path.includes(".") && schemaAt(path)?.type === "object");
    for (const [path, text] of guideTexts()) {
      for (const [, key = "", group = ""] of text.matchAll(/`((\w+)\.[a-z_.]+)(?:: [^`]+)?`/g)) {
        if (groups.includes(group)) expect(schemaAt(key), `${path}: ${key}`).not.to.equal(undefined);
      }
    }
  });

  it("name only flags that exist", () => {
    const ofOtherPrograms =
      /^(breaking-since|build|check|count|faults|grep|import|inspect|inspect-brk|name|now|omit|reads|rounds|seed|timeout|transport|values)$/;
    for (const [path, text] of guideTexts()) {
      for (const [, name = ""] of text.matchAll(/[ `]--([a-z][a-z-]+)/g))
        expect(Object.hasOwn(flagTable, name) || ofOtherPrograms.test(name), `${path}: --${name}`).to.equal(
          true,
        );
    }
  });

  it("link only to existing files", () => {
    for (const [path, text] of guideTexts()) {
      for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)) {
        if (/^https?:/.test(target)) continue;
        const file = join(packageRoot, dirname(path), target);
        expect(existsSync(file), `${path} links to ${target}`).to.equal(true);
      }
    }
  });

  it("link only to existing headings", () => {
    for (const [path, text] of guideTexts()) {
      for (const [, target = "", heading = ""] of text.matchAll(/\]\(([^)#\s]*\.md)?#([^)\s]+)\)/g)) {
        const page = readFileSync(
          join(packageRoot, dirname(path), target === "" ? (path.split("/").pop() ?? "") : target),
          "utf8",
        );
        const slugs = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
          title
            .toLowerCase()
            .replace(/[^\w\- ]/g, "")
            .replaceAll(" ", "-"),
        );
        expect(slugs, `${path} links to ${target}#${heading}`).to.include(heading);
      }
    }
  });
});
