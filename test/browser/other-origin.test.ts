import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import express from "express";
import type { Browser } from "playwright-core";
import { packageRoot } from "../../src/package-root.ts";
import { describeWith } from "../needed-programs.ts";
import {
  openPage,
  type RunningGateway,
  startBrowser,
  startConfiguredGateway,
  startGateway,
} from "./harness.ts";

describeWith("chromium", "the playground and gateways of other origins", () => {
  let browser: Browser;
  let serving: RunningGateway;
  let open: RunningGateway;
  let host: Server;
  let hostUrl: string;

  before(async () => {
    [browser, serving, open] = await Promise.all([
      startBrowser(),
      startGateway("--local"),
      startConfiguredGateway({ server_config: { enable_cors: true } }, "--local"),
    ]);
    // Any static host: no gateway, none of its headers, and another folder.
    host = createServer(express().use("/pages", express.static(join(packageRoot, "docs/site"))));
    host.listen(0, "127.0.0.1");
    await once(host, "listening");
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/pages/`;
  });

  after(async () => {
    await browser.close();
    host.close();
    host.closeAllConnections();
    await Promise.all([serving.stop(), open.stop()]);
  });

  it("calls and subscribes on a gateway that allows its origin, and returns to it after a reload", async () => {
    const { page, complaints, close } = await openPage(browser);
    await page.goto(`${serving.url}/docs/#/getSlot`);
    await page.getByLabel("Gateway address").click();
    await page.getByLabel("Address of the gateway").fill(open.url);
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText(/Answers, with \d+ networks/).waitFor();
    await page.reload();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === "POST"),
      page.getByRole("button", { name: "Run", exact: true }).click(),
    ]);
    expect(request.url()).to.equal(`${open.url}/`);
    await page.getByText("HTTP 200").waitFor();
    await page.goto(`${serving.url}/docs/#/live`);
    await page.getByRole("button", { name: "slotSubscribe" }).click();
    await page
      .getByRole("region", { name: "Subscription slotSubscribe" })
      .getByText(/^live · [1-9]/)
      .waitFor();
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it("names the setting when a gateway does not allow its origin", async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${open.url}/docs/`);
    await page.getByLabel("Gateway address").click();
    await page.getByLabel("Address of the gateway").fill(serving.url);
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText(/may pages of other origins read it \(enable_cors\)/).waitFor();
    await close();
  });

  it("works from a static host, and looks for a gateway on the user's machine", async () => {
    const { page, requests, close } = await openPage(browser);
    await page.route("http://127.0.0.1:3000/**", (route) => route.abort());
    await page.goto(`${hostUrl}#/getBalance`);
    await page.getByRole("heading", { level: 1, name: "getBalance" }).waitFor();
    await page.getByText("127.0.0.1:3000", { exact: true }).waitFor();
    await page.getByLabel("Gateway address").click();
    await page.getByText("No gateway answers at http://127.0.0.1:3000").waitFor();
    await page.getByLabel("Address of the gateway").fill(open.url);
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText(/Answers, with \d+ networks/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("HTTP 200").waitFor();
    const elsewhere = requests.filter(
      (url) =>
        ![hostUrl, open.url, "http://127.0.0.1:3000"].some((known) =>
          url.startsWith(known.replace("pages/", "")),
        ),
    );
    expect(elsewhere).to.deep.equal([]);
    await close();
  });
});
