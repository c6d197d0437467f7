import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { describeWith } from "../needed-programs.ts";
import { openPage, useStage } from "./harness.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly rule: string;
  readonly help: string;
  readonly at: readonly string[];
}

/** What axe finds on the page in its current state. */
async function findings(page: Page): Promise<readonly Finding[]> {
  await page.evaluate(axeSource);
  return page.evaluate(`axe.run(document).then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    rule: id, help, at: nodes.slice(0, 5).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary) })))`);
}

const run = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText(/HTTP 200 ·/).waitFor();
};

/** Every page, as its readers use it. */
const states: readonly (readonly [name: string, place: string, use?: (page: Page) => Promise<void>])[] = [
  ["the list of methods", "docs/"],
  [
    "a method with a filter, an answer and an open example",
    "docs/#/getProgramAccounts?programId=TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    async (page) => {
      await run(page);
      await page.getByRole("button", { name: "Add item" }).first().click();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator("details.example summary").first().click();
      await page.locator(".reference details.schema summary").first().click();
    },
  ],
  [
    "an error",
    "docs/#/getTokenAccountBalance?accountAddress=11111111111111111111111111111111",
    async (page) => {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator(".error-box").waitFor();
    },
  ],
  ["answers of all networks", "docs/#/getVersion?network=all", run],
  [
    "a question before a transaction",
    "docs/#/sendTransaction",
    async (page) => {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["a method that is not served", "docs/#/getAsset", (page) => page.getByText(/No upstream of/).waitFor()],
  [
    "a running subscription",
    "docs/#/live",
    async (page) => {
      await page.getByRole("button", { name: "slotSubscribe" }).click();
      await page.getByText(/^live · [1-9]/).waitFor();
    },
  ],
  [
    "the history",
    "docs/#/getSlot",
    async (page) => {
      await run(page);
      await page.getByRole("link", { name: "History" }).click();
      await page.locator(".history summary").first().click();
    },
  ],
  ["the address of the gateway", "docs/#/getSlot", (page) => page.getByLabel("Gateway address").click()],
  ["a search", "docs/", (page) => page.getByLabel("Search methods").fill("balance")],
  ["a page that does not exist", "docs/#/nothing"],
  [
    "the status page",
    "status",
    async (page) => {
      await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    },
  ],
];

describeWith("chromium", "the pages, by axe", () => {
  const stage = useStage();

  for (const [name, place, use] of states) {
    it(`have no accessibility faults, in light and in dark: ${name}`, async () => {
      const { page, close } = await openPage(stage.browser, {
        colorScheme: "light",
        reducedMotion: "reduce",
      });
      await page.goto(`${stage.gateway.url}/${place}`, { waitUntil: "networkidle" });
      await use?.(page);
      expect(JSON.stringify(await findings(page), undefined, 2), "light").to.equal("[]");
      await page.emulateMedia({ colorScheme: "dark" });
      expect(JSON.stringify(await findings(page), undefined, 2), "dark").to.equal("[]");
      await close();
    });
  }

  it("have no accessibility faults on a phone with the list of methods open", async () => {
    const { page, close } = await openPage(stage.browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${stage.gateway.url}/docs/#/getSlot`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Methods" }).click();
    expect(JSON.stringify(await findings(page), undefined, 2)).to.equal("[]");
    await close();
  });
});
