/**
 * Takes the README's picture of the playground (`npm run picture`): a call to all networks, answered by embedded ledgers, in the
 * Chromium that the browser tests use. `npm run build` comes first.
 */
import { join } from "node:path";
import { packageRoot } from "../src/package-root.ts";
import { openPage, startBrowser, startGateway } from "../test/browser/harness.ts";

const gateway = await startGateway("--local");
const browser = await startBrowser();
try {
  const { page } = await openPage(browser, { viewport: { width: 1200, height: 760 }, colorScheme: "light" });
  // The usual address in place of the free port.
  await page.route("http://127.0.0.1:3000/**", async (route) => {
    const url = route.request().url().replace("http://127.0.0.1:3000", gateway.url);
    const { origin: _origin, host: _host, ...headers } = route.request().headers();
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  await page.goto("http://127.0.0.1:3000/docs/#/getBalance?network=all");
  await page.getByRole("heading", { level: 1, name: "getBalance" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("list", { name: "Answers by network" }).waitFor();
  await page.screenshot({ path: join(packageRoot, "docs/playground.png") });
} finally {
  await browser.close();
  await gateway.stop();
}
