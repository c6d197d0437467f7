import { expect } from "chai";
import type { StatusReport } from "../../src/observability/status-report.ts";
import { describeWith } from "../needed-programs.ts";
import { openPage, useStage } from "./harness.ts";

describeWith("chromium", "the status page", () => {
  const stage = useStage();

  it("shows networks and upstreams, and counts calls while it is open", async () => {
    const { page, complaints, requests, close } = await openPage(stage.browser);
    let release: () => void = () => undefined;
    const isSeen = new Promise<void>((resolve) => {
      release = resolve;
    });
    let readings = 0;
    // The second reading waits until what the page shows of the first one was looked at.
    await page.route("**/status.json", async (route) => {
      readings += 1;
      if (readings > 1) await isSeen;
      await route.continue();
    });
    await page.goto(`${stage.gateway.url}/status`);
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    for (const id of ["localnet", "localnet-b"]) {
      const network = page.getByRole("region", { name: `Network ${id}`, exact: true });
      expect(await network.locator("tbody tr").innerText()).to.match(/127\.0\.0\.1:\d+\s+healthy/);
    }
    const calls = await page
      .getByRole("region", { name: "Calls per second" })
      .locator(".plot-now")
      .innerText();
    expect(calls).to.equal("–");
    release();
    for (let call = 0; call < 5; call += 1) {
      await fetch(stage.gateway.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"getBlockHeight"}',
      });
    }
    await page.getByText("getBlockHeight").waitFor();
    await page
      .getByRole("region", { name: "Time to answer" })
      .getByText(/\d ms · .*\d ms/)
      .waitFor();
    expect(requests.filter((url) => !url.startsWith(`${stage.gateway.url}/status`))).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it("ends shares at 100 %, gives all bars one scale, and names every figure", async () => {
    const { page, complaints, close } = await openPage(stage.browser);
    let readings = 0;
    await page.route("**/status.json", async (route) => {
      const report = (await (await route.fetch()).json()) as StatusReport;
      readings += 1;
      const by_method = [
        { method: "getSlot", total: 100, errors: 0 },
        { method: "getTokenAccountsByOwner", total: 1, errors: 1 },
      ];
      await route.fulfill({
        json: {
          ...report,
          calls: { ...report.calls, total: 200 * readings, upstream: 300 * readings, by_method },
          cache: { ...report.cache, hits: 100 * readings, misses: 0 },
        },
      });
    });
    await page.goto(`${stage.gateway.url}/status`);
    const plot = page.getByRole("region", { name: "Answered from the cache" });
    await plot.locator(".plot-now", { hasText: "100 %" }).waitFor();
    expect(await plot.locator(".plot-top").innerText()).to.equal("100 %");
    const bars = await Promise.all((await page.locator("meter").all()).map((bar) => bar.boundingBox()));
    expect(bars).to.have.length(2);
    expect([bars[1]?.x, bars[1]?.width]).to.deep.equal([bars[0]?.x, bars[0]?.width]);
    const sent = page.getByRole("region", { name: "Sent upstream", exact: true });
    expect(await sent.innerText()).to.match(
      /for each call\s+1\.5\s[\s\S]+after a failure\s+\d+\s[\s\S]+in parallel\s+\d+/,
    );
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it("shows a network that is not enabled without a colour, as its headline leaves it out", async () => {
    const { page, close } = await openPage(stage.browser);
    await page.route("**/status.json", async (route) => {
      const report = (await (await route.fetch()).json()) as StatusReport;
      const networks = report.networks.map((network) =>
        network.id === "localnet-b" ? { ...network, enabled: false, healthy: false } : network,
      );
      await route.fulfill({ json: { ...report, networks } });
    });
    await page.goto(`${stage.gateway.url}/status`);
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    const idle = page.getByRole("region", { name: "Network localnet-b", exact: true });
    expect(await idle.locator(".dot").getAttribute("class")).to.equal("dot ");
    expect(await idle.locator(".network-head").innerText()).to.match(/localnet · not enabled$/);
    const enabled = page.getByRole("region", { name: "Network localnet", exact: true });
    expect(await enabled.locator(".dot").getAttribute("class")).to.equal("dot good");
    await close();
  });

  it("waits as long as it has to when its user has used up the rate limit", async () => {
    const { page, close } = await openPage(stage.browser);
    let isLimited = false;
    await page.route("**/status.json", (route) =>
      isLimited
        ? route.fulfill({ status: 429, headers: { "retry-after": "3" }, body: "{}" })
        : route.continue(),
    );
    await page.goto(`${stage.gateway.url}/status`);
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    isLimited = true;
    await page.getByText("limits how often this page may ask: it asks again in 3 s").waitFor();
    isLimited = false;
    await page.getByText(/^svm-gateway [\d.]+, up /).waitFor();
    await close();
  });

  it("leads to the playground and back", async () => {
    const { page, complaints, close } = await openPage(stage.browser);
    await page.goto(`${stage.gateway.url}/status`);
    await page.getByRole("link", { name: "Methods", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Every method" }).waitFor();
    await page.getByRole("link", { name: "Status", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it("says when the gateway is down, and shows it again when it is back", async () => {
    const { page, close } = await openPage(stage.browser);
    let isGone = false;
    await page.route("**/status.json", (route) => (isGone ? route.abort() : route.continue()));
    await page.goto(`${stage.gateway.url}/status`);
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    isGone = true;
    await page.getByRole("heading", { level: 1, name: "The gateway does not answer" }).waitFor();
    isGone = false;
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    await close();
  });

  it("explains each figure on hover and to screen readers", async () => {
    const { page, close } = await openPage(stage.browser);
    await page.goto(`${stage.gateway.url}/status`);
    const figures = page.locator(".numbers > div");
    await figures.first().waitFor();
    for (const figure of await figures.all()) {
      const explanation = await figure.getAttribute("title");
      expect(explanation).to.match(/\.$/);
      expect(await figure.locator("dd.hidden-text").textContent()).to.equal(explanation);
    }
    await close();
  });
});
