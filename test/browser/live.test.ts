import { expect } from "chai";
import { describeWith } from "../needed-programs.ts";
import { startGateway, useWatchedStage } from "./harness.ts";

describeWith("chromium", "the live page", () => {
  const stage = useWatchedStage();

  it("shows slots as they arrive, keeps them across pages, and ends them", async () => {
    const { page } = stage.watched;
    await page.goto(`${stage.gateway.url}/docs/#/live`);
    await page.getByRole("button", { name: "slotSubscribe" }).click();
    const card = page.getByRole("region", { name: "Subscription slotSubscribe" });
    await card.getByText(/^live · ([3-9]|\d{2,}) notifications/).waitFor();
    expect(await card.locator("li pre").first().textContent()).to.match(/"slot": \d+/);
    await page.getByRole("link", { name: "getSlot", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "getSlot" }).waitFor();
    await page.getByRole("link", { name: "Live", exact: true }).first().click();
    await card.getByText(/^live/).waitFor();
    await card.getByRole("button", { name: "Unsubscribe" }).click();
    await card.getByText("Unsubscribed.").waitFor();
    const stopped = await card.locator(".live-state").innerText();
    await page.getByRole("button", { name: "rootSubscribe" }).click();
    await page.getByRole("region", { name: "Subscription rootSubscribe" }).getByText(/^live/).waitFor();
    expect(await card.locator(".live-state").innerText()).to.equal(stopped);
    await card.getByRole("button", { name: "Remove" }).click();
    await card.waitFor({ state: "detached" });
  });

  it("subscribes from a method's own page with its parameters, on the chosen network", async () => {
    const { page } = stage.watched;
    await page.goto(`${stage.gateway.url}/docs/#/logsSubscribe?filter=all&network=localnet-b`);
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    const card = page.getByRole("region", { name: "Subscription logsSubscribe" });
    await card.getByText(/^live/).waitFor();
    expect(await card.innerText())
      .to.include("localnet-b")
      .and.to.include('["all"]');
  });

  it("runs on the default network if all are chosen", async () => {
    const { page } = stage.watched;
    await page.goto(`${stage.gateway.url}/docs/#/slotSubscribe?network=all`);
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    const card = page.getByRole("region", { name: "Subscription slotSubscribe" });
    await card.getByText(/^live · [1-9]/).waitFor();
    expect(await card.innerText()).to.include("default network");
  });

  it("starts a subscription while the connection of the last one is closing", async () => {
    const { page } = stage.watched;
    await page.goto(`${stage.gateway.url}/docs/#/live`);
    await page.getByRole("button", { name: "slotSubscribe" }).click();
    const first = page.getByRole("region", { name: "Subscription slotSubscribe" });
    await first.getByText(/^live/).waitFor();
    await page.evaluate(`{
      const { close } = WebSocket.prototype;
      WebSocket.prototype.close = function (...given) {
        WebSocket.prototype.close = close;
        this.close(...given);
        [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "rootSubscribe").click();
      };
    }`);
    await first.getByRole("button", { name: "Unsubscribe" }).click();
    const second = page.getByRole("region", { name: "Subscription rootSubscribe" });
    await second.getByText(/^live/).waitFor();
    for (const card of [second, first]) await card.getByRole("button").first().click();
    await second.getByRole("button", { name: "Remove" }).click();
    await second.waitFor({ state: "detached" });
  });

  it("says that the connection was lost", async () => {
    const short = await startGateway("--local");
    const { page } = stage.watched;
    await page.goto(`${short.url}/docs/#/live`);
    const start = page.getByRole("button", { name: "slotSubscribe" });
    await start.click();
    const cards = page.getByRole("region", { name: "Subscription slotSubscribe" });
    await cards.first().getByText(/^live/).waitFor();
    await short.stop();
    await cards
      .first()
      .getByText(/\(code \d+\)\.$/)
      .waitFor();
    await cards.first().getByRole("button", { name: "Remove" }).click();
    await cards.first().waitFor({ state: "detached" });
  });
});
