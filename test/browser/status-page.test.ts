import { expect } from "chai";
import { openPage, useStage } from "./harness.ts";

describe("the status page", () => {
  const stage = useStage();

  it("shows networks and nodes, and counts calls while it is open", async () => {
    const { page, complaints, requests, close } = await openPage(stage.browser);
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

  it("says that the gateway is gone, and shows it again when it is back", async () => {
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
});
