import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { describeWith } from "../needed-programs.ts";
import { openPage, useStage } from "./harness.ts";

/** The whole first load, headers included, compressed. */
const mostBytes = 500_000;
const widths = {
  "narrow phone": { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};
const places = [
  "docs/",
  "docs/#/getProgramAccounts",
  "docs/#/getVersion?network=all",
  "docs/#/live",
  "status",
];

describeWith("chromium", "the pages at first load", () => {
  const stage = useStage();
  let shots: string;
  before(async () => {
    shots = await mkdtemp(join(tmpdir(), "svm-gateway-shots-"));
  });
  after(() => rm(shots, { recursive: true, force: true }));

  it("take less than 500 kB compressed", async () => {
    const { page, close } = await openPage(stage.browser);
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) =>
      sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize)),
    );
    await page.goto(`${stage.gateway.url}/docs/`);
    // On a busy machine the network is idle for a while before the page asks for its scripts.
    await page.getByLabel("Gateway address").waitFor();
    await page.waitForLoadState("networkidle");
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    process.stdout.write(`      first load: ${(total / 1000).toFixed(1)} kB in ${sizes.length} requests\n`);
    expect(total).to.be.greaterThan(20_000).and.lessThan(mostBytes);
    await close();
  });

  for (const [name, viewport] of Object.entries(widths)) {
    for (const place of places) {
      it(`fit a ${name}: ${place}`, async () => {
        const { page, complaints, close } = await openPage(stage.browser, { viewport });
        await page.goto(`${stage.gateway.url}/${place}`, { waitUntil: "networkidle" });
        const run = page.getByRole("button", { name: "Run", exact: true });
        if ((await run.count()) === 1) {
          await run.click();
          await page.getByText(/HTTP 200/).waitFor();
        }
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect(width, "no scrolling sideways").to.be.at.most(viewport.width);
        const file = join(shots, `${name}-${places.indexOf(place)}.png`);
        // A busy machine paints later than the network falls idle; a page that stays empty ends with the test's time.
        do await page.screenshot({ path: file, fullPage: true });
        while ((await stat(file)).size <= 5000);
        expect(complaints).to.deep.equal([]);
        await close();
      });
    }
  }

  it("work on a phone: the list of methods opens over the page and closes after a choice", async () => {
    const { page, complaints, close } = await openPage(stage.browser, {
      viewport: widths.phone,
      hasTouch: true,
    });
    await page.goto(`${stage.gateway.url}/docs/#/getSlot`);
    const menu = page.getByRole("button", { name: "Methods" });
    await menu.tap();
    expect(await menu.getAttribute("aria-expanded")).to.equal("true");
    await page.getByLabel("Search methods").fill("getHealth");
    await page.locator("#method-nav a").first().tap();
    await page.getByRole("heading", { level: 1, name: "getHealth" }).waitFor();
    expect(await menu.getAttribute("aria-expanded")).to.equal("false");
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("HTTP 200").waitFor();
    const box = await answer.boundingBox();
    expect(box?.y, "the answer is in view").to.be.within(0, 500);
    expect(complaints).to.deep.equal([]);
    await close();
  });
});
