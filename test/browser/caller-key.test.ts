import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { describeWith } from "../needed-programs.ts";
import {
  openPage,
  type RunningGateway,
  startBrowser,
  startConfiguredGateway,
  type WatchedPage,
} from "./harness.ts";

const key = "a-key-of-the-browser-tests";

describeWith("chromium", "a key that a person types into a page", () => {
  let browser: Browser;
  let gateway: RunningGateway;
  let watched: WatchedPage;

  before(async () => {
    const auth = { keys: [{ id: "administrator", key, admin: true }] };
    [browser, gateway] = await Promise.all([startBrowser(), startConfiguredGateway({ auth }, "--local")]);
  });

  after(async () => {
    await browser.close();
    await gateway.stop();
  });

  beforeEach(async () => {
    // As through a proxy: whoever is on the gateway's own machine needs no key for the status.
    watched = await openPage(browser, { extraHTTPHeaders: { "x-forwarded-for": "192.0.2.1" } });
  });

  afterEach(() => watched.close());

  /** All that outlives the page, or that a person might pass on. */
  async function keptText(page: Page): Promise<string> {
    const kept = await page.evaluate(`(async () => ({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      state: history.state,
      text: document.body.innerText,
      links: [...document.links].map(({ href }) => href),
    }))()`);
    return JSON.stringify([kept, page.url(), await page.context().cookies()]);
  }

  it("calls in the playground, and stays in the memory of the page", async () => {
    const { page, requests } = watched;
    const referrers: (string | undefined)[] = [];
    page.on("request", (request) => referrers.push(request.headers().referer));
    await page.goto(`${gateway.url}/docs/#/getSlot`);
    await page.getByLabel("Gateway address").click();
    await page.getByLabel(/^Key/).fill(key);
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText(/Answers, with \d+ networks/).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === "POST"),
      page.getByRole("button", { name: "Run", exact: true }).click(),
    ]);
    expect(request.headers().authorization).to.equal(`Bearer ${key}`);
    await page.getByText("HTTP 200").waitFor();
    expect(await keptText(page)).not.to.include(key);
    expect(JSON.stringify([requests, referrers])).not.to.include(key);
    await page.reload();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("HTTP 401").waitFor();
  });

  it("shows an administrator the status from elsewhere, with what callers used today", async () => {
    const { page, requests } = watched;
    await page.goto(`${gateway.url}/status`);
    await page.getByRole("heading", { level: 1, name: "The status is for administrators" }).waitFor();
    await fetch(gateway.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
    });
    await page.getByLabel("Key").fill(key);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("heading", { level: 1, name: "All networks answer" }).waitFor();
    expect(await page.getByLabel("Key").isVisible()).to.equal(false);
    const row = page.getByRole("row", { name: /^administrator/ });
    expect(await row.innerText()).to.match(/^administrator\s+\d+\s+0\s+\d+$/);
    expect(await keptText(page)).not.to.include(key);
    expect(JSON.stringify(requests)).not.to.include(key);
  });
});
