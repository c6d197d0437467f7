import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { describeWith } from "../needed-programs.ts";
import { openPage, useStage, useWatchedStage } from "./harness.ts";

const systemProgram = "11111111111111111111111111111111";

async function newestSignature(url: string): Promise<string> {
  const params = JSON.stringify({ address: "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri" });
  const body = `{"jsonrpc":"2.0","id":1,"method":"getSignaturesForAddress","params":${params}}`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { result } = (await response.json()) as { result: { signature: string }[] };
  return result[0]?.signature ?? "";
}

describeWith("chromium", "the playground", () => {
  const stage = useWatchedStage();

  const open = (place: string) => stage.watched.page.goto(`${stage.gateway.url}/docs/${place}`);
  const answer = () => stage.watched.page.getByRole("region", { name: "Answer" });
  const run = () => stage.watched.page.getByRole("button", { name: "Run", exact: true }).click();
  const confirmRun = () =>
    stage.watched.page.getByRole("dialog").getByRole("button", { name: /^Run / }).click();
  const callsMade = () => stage.watched.requests.filter((url) => url === `${stage.gateway.url}/`);

  it("lists every method by category", async () => {
    await open("");
    await stage.watched.page.getByRole("heading", { level: 1 }).waitFor();
    const main = stage.watched.page.getByRole("main");
    expect(await main.getByRole("heading", { level: 2 }).allInnerTexts()).to.include.members([
      "Account",
      "Token",
      "Network",
      "Subscription",
    ]);
    const document = (await (await fetch(`${stage.gateway.url}/openrpc.json`)).json()) as {
      methods: { name: string; "x-kind": string }[];
    };
    const names = document.methods
      .filter((method) => method["x-kind"] !== "unsubscribe")
      .map(({ name }) => name);
    expect(await main.locator(".method-list a").allInnerTexts()).to.have.members(names);
  });

  it("redirects from /docs to /docs/, where its links work", async () => {
    await stage.watched.page.goto(`${stage.gateway.url}/docs`);
    expect(stage.watched.page.url()).to.equal(`${stage.gateway.url}/docs/`);
  });

  it("sends requests only to the gateway that served it", async () => {
    await open("#/getBalance");
    await run();
    await answer().getByText("HTTP 200").waitFor();
    const others = stage.watched.requests.filter((url) => !url.startsWith(`${stage.gateway.url}/`));
    expect(others).to.deep.equal([]);
  });

  it("shows an answer byte for byte", async () => {
    await open(`#/getAccountInfo?pubkey=${systemProgram}&encoding=base64`);
    const [response] = await Promise.all([
      stage.watched.page.waitForResponse((each) => each.request().method() === "POST"),
      run(),
    ]);
    const received = await response.text();
    await stage.watched.page.getByRole("tab", { name: "Exactly as received" }).click();
    expect(await answer().locator("pre").textContent()).to.equal(received);
    await stage.watched.page.getByRole("tab", { name: "Readable" }).click();
    const readable = (await answer().locator("pre").textContent()) ?? "";
    expect(readable).to.include("\n  ");
    expect(readable.replaceAll(/\s/g, "")).to.equal(received.replaceAll(/\s/g, ""));
    expect(
      await answer()
        .getByText(/HTTP 200 · [\d.]+ ms · \d+ B/)
        .count(),
    ).to.equal(1);
  });

  it("keeps the digits of a parameter from the form to the wire", async () => {
    await open("#/getBalance");
    await stage.watched.page.getByLabel("minContextSlot").fill("18446744073709551615");
    const [request] = await Promise.all([
      stage.watched.page.waitForRequest((each) => each.method() === "POST"),
      run(),
    ]);
    expect(request.postData()).to.include('"minContextSlot":18446744073709551615}');
    await answer().getByText("-32016").first().waitFor();
  });

  it("runs a call on all networks and shows each one's answer", async () => {
    await open("#/getGenesisHash");
    await stage.watched.page.getByLabel("Network", { exact: true }).selectOption("all");
    const [request] = await Promise.all([
      stage.watched.page.waitForRequest((each) => each.method() === "POST"),
      run(),
    ]);
    expect(request.url()).to.equal(`${stage.gateway.url}/?network=all`);
    const networks = stage.watched.page.getByRole("list", { name: "Answers by network" });
    await networks.waitFor();
    expect(await networks.locator(".name").allInnerTexts()).to.deep.equal(["localnet", "localnet-b"]);
    expect(stage.watched.page.url()).to.include("network=all");
  });

  it("says what is wrong with a value before it is sent, and moves the focus there", async () => {
    await open("#/getBalance?pubkey=abc");
    await run();
    const field = stage.watched.page.getByLabel("pubkey");
    expect(await field.getAttribute("aria-invalid")).to.equal("true");
    await stage.watched.page.getByText('pubkey must be a base-58 address of 32 bytes, got "abc"').waitFor();
    expect(await stage.watched.page.evaluate("document.activeElement.id")).to.equal(
      await field.getAttribute("id"),
    );
    expect(
      stage.watched.requests.filter((url) => url === stage.gateway.url || url === `${stage.gateway.url}/`),
    ).to.deep.equal([]);
    await field.fill(systemProgram);
    expect(await field.getAttribute("aria-invalid")).to.equal(null);
  });

  it("says what an empty or half-filled filter lacks, in its field, and sends nothing", async () => {
    const { page, requests } = stage.watched;
    await open(`#/getProgramAccounts?programId=${systemProgram}`);
    const param = page.locator(".param", { hasText: "filters" }).first();
    const fault = param.locator(".fault");
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-invalid')");
    await param.getByRole("button", { name: "Add item" }).click();
    await run();
    expect(await fault.innerText()).to.match(/^filters\[0\] must have "dataSize" or "memcmp"/);
    expect(await focused()).to.equal("true");
    await param.getByRole("combobox").first().selectOption({ index: 1 });
    await param.getByLabel("offset *").fill("32");
    await run();
    expect(await fault.innerText()).to.match(/^filters\[0\]\.memcmp must have "bytes"/);
    const bytes = param.getByLabel("bytes *");
    expect(await bytes.getAttribute("aria-invalid")).to.equal("true");
    expect(await focused()).to.equal("true");
    await param.getByRole("button", { name: "Add item" }).click();
    expect(requests.filter((url) => url === `${stage.gateway.url}/`)).to.deep.equal([]);
    await param.getByRole("button", { name: "Remove" }).last().click();
    await bytes.fill(systemProgram);
    await run();
    await answer().getByText("HTTP 200").waitFor();
  });

  it("shows an error of the ledger as a sentence, with its name and code", async () => {
    await open(`#/getTokenAccountBalance?accountAddress=${systemProgram}`);
    await run();
    const box = answer().locator(".error-box");
    await box.waitFor();
    expect(await box.innerText()).to.match(/-32\d\d\d/);
    expect(await answer().locator("pre").textContent()).to.include('"error"');
  });

  it("fills a form from its address, and writes the address as the form changes", async () => {
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: systemProgram, encoding: "base58" } }];
    const query = new URLSearchParams({ programId: systemProgram, filters: JSON.stringify(filters) });
    await open(`#/getProgramAccounts?${query}`);
    expect(await stage.watched.page.getByLabel("programId").inputValue()).to.equal(systemProgram);
    await stage.watched.page.locator("#param-encoding").selectOption("base64");
    const hash = new URL(stage.watched.page.url()).hash;
    const written = new URLSearchParams(hash.slice(hash.indexOf("?") + 1));
    expect(JSON.parse(written.get("filters") ?? "")).to.deep.equal(filters);
    expect(written.get("encoding")).to.equal("base64");
    await stage.watched.page.reload();
    expect(await stage.watched.page.locator("#param-encoding").inputValue()).to.equal('"base64"');
  });

  it("edits structured values in fields and as JSON, and carries changes over", async () => {
    await open("#/getProgramAccounts");
    const param = stage.watched.page.locator(".param", { hasText: "filters" }).first();
    await param.getByRole("button", { name: "Add item" }).click();
    await param.getByLabel("dataSize *").fill("80");
    await param.getByRole("button", { name: "Edit as JSON" }).click();
    const text = param.getByRole("textbox");
    expect(await text.inputValue()).to.equal('[{"dataSize": 80}]');
    await text.fill('[{"dataSize": 81}');
    await param.getByRole("button", { name: "Edit as JSON" }).click();
    expect(await param.locator(".fault").innerText()).to.match(/filters is not JSON/);
    await text.fill('[{"dataSize": 81}]');
    await param.getByRole("button", { name: "Edit as JSON" }).click();
    expect(await param.getByLabel("dataSize *").inputValue()).to.equal("81");
  });

  it("writes the call for every client that has it", async () => {
    await open(`#/getBalance?pubkey=${systemProgram}&commitment=confirmed`);
    await stage.watched.page.getByText("Default (localnet)").waitFor({ state: "attached" });
    const expected: Record<string, string> = {
      curl: `-d '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{"pubkey":"${systemProgram}","commitment":"confirmed"}}'`,
      "Typed client": `client.getBalance({ pubkey: "${systemProgram}", commitment: "confirmed" })`,
      kit: `rpc.getBalance(address("${systemProgram}"), { commitment: "confirmed" }).send()`,
      "web3.js": `connection.getBalance(new PublicKey("${systemProgram}"), { commitment: "confirmed" })`,
      Python: `client.get_balance(Pubkey.from_string("${systemProgram}"), commitment="confirmed")`,
      Go: "http.Post(",
      Rust: "ureq::post(",
      "Tool call": '"name": "getBalance"',
    };
    const panel = stage.watched.page.getByRole("region", { name: "The same call" });
    expect(await panel.getByRole("tab").allInnerTexts()).to.deep.equal(Object.keys(expected));
    for (const [label, text] of Object.entries(expected)) {
      await panel.getByRole("tab", { name: label }).click();
      expect(await panel.locator("pre").textContent(), label).to.include(text);
    }
  });

  it("starts with values that a local ledger has: accounts, transactions, blocks", async () => {
    const { page } = stage.watched;
    const signature = await newestSignature(stage.gateway.url);
    await open("#/getTransaction");
    // The link in the address follows the form.
    await page.waitForURL((url) => url.hash.includes(signature));
    expect(await page.getByLabel("signature").inputValue()).to.equal(signature);
    await run();
    await answer().getByText("HTTP 200").waitFor();
    expect(await answer().locator("pre").textContent()).to.match(/"logMessages"/);
    await open("#/getTokenAccountsByOwner");
    await page.getByRole("heading", { level: 1, name: "getTokenAccountsByOwner" }).waitFor();
    await run();
    await answer().getByText("HTTP 200").waitFor();
    expect(await answer().locator("pre").textContent()).to.match(/"pubkey"/);
  });

  it("opens schemas level by level and fills in examples", async () => {
    await open("#/getAccountInfo");
    const result = stage.watched.page.getByRole("region", { name: "Result" });
    await result.locator("summary", { hasText: "value" }).click();
    // What is below a level is shown some time after it opens.
    await result
      .locator("details[open] details[open] details summary", { hasText: "AccountInfo" })
      .last()
      .click();
    await result.getByText("Amount in lamports").or(result.getByText("rentEpoch")).first().waitFor();
    const example = stage.watched.page.locator("details.example", {
      hasText: "A token mint, its data as fields",
    });
    await example.locator("summary").click();
    await example.getByRole("button", { name: "Fill in" }).click();
    expect(await stage.watched.page.locator("#param-encoding").inputValue()).to.equal('"jsonParsed"');
  });

  it("is used with the keyboard alone: search, open, run", async () => {
    await open("");
    await stage.watched.page.getByRole("heading", { level: 1 }).waitFor();
    const { keyboard } = stage.watched.page;
    await keyboard.press("/");
    await keyboard.type("epoch info");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await stage.watched.page.getByRole("heading", { level: 1, name: "getEpochInfo" }).waitFor();
    const focused = await stage.watched.page.evaluate("document.activeElement.textContent");
    expect(focused, "the title has the focus").to.equal("getEpochInfo");
    for (let press = 0; press < 12; press += 1) {
      await keyboard.press("Tab");
      if ((await stage.watched.page.evaluate("document.activeElement.textContent")) === "Run") break;
    }
    await keyboard.press("Enter");
    await answer().getByText("HTTP 200").waitFor();
    expect(await stage.watched.page.locator("[role=status]").allInnerTexts()).to.satisfy((texts: string[]) =>
      texts.some((text) => /^Answer after \d+ milliseconds$/.test(text)),
    );
  });

  it("finds methods by what they do, and clears the search with Escape", async () => {
    await open("");
    const search = stage.watched.page.getByLabel("Search methods");
    await search.fill("wallet tokens");
    expect(await stage.watched.page.locator("#method-nav a").allInnerTexts()).to.satisfy((texts: string[]) =>
      texts.some((text) => text.startsWith("getTokenAccountsByOwner")),
    );
    await search.fill("zzzz");
    await stage.watched.page.getByText("No method matches").waitFor();
    await search.press("Escape");
    expect(await search.inputValue()).to.equal("");
  });

  it("has one title, landmarks, and a label for every control", async () => {
    for (const place of ["#/getProgramAccounts", "#/simulateTransaction", "#/live"]) {
      await open(place);
      await stage.watched.page.getByRole("heading", { level: 1 }).waitFor();
      for (const role of ["main", "banner"] as const)
        expect(await stage.watched.page.getByRole(role).count(), role).to.equal(1);
      expect(await stage.watched.page.getByRole("heading", { level: 1 }).count()).to.equal(1);
      const nameless =
        await stage.watched.page.evaluate(`[...document.querySelectorAll("input, select, textarea, button")]
        .filter((each) => !each.ariaLabel && (each.labels?.length ?? 0) === 0 && each.textContent.trim() === "")
        .map((each) => each.outerHTML)`);
      expect(nameless, place).to.deep.equal([]);
    }
  });

  it("follows the system's colours until the user chooses", async () => {
    const paper = "getComputedStyle(document.body).backgroundColor";
    await open("");
    await stage.watched.page.emulateMedia({ colorScheme: "dark" });
    const dark = await stage.watched.page.evaluate(paper);
    await stage.watched.page.emulateMedia({ colorScheme: "light" });
    const light = await stage.watched.page.evaluate(paper);
    expect(dark).to.not.equal(light);
    await stage.watched.page.getByLabel("Colours").selectOption("dark");
    expect(await stage.watched.page.evaluate(paper)).to.equal(dark);
    await stage.watched.page.reload();
    expect(await stage.watched.page.evaluate(paper), "after a reload").to.equal(dark);
  });

  it("changes a network's state for all, and shows it at once", async () => {
    await open("#/disableSvmNetwork?networkId=localnet-b");
    const parameter = stage.watched.page.locator(".param input").first();
    await parameter.fill("localnet-b");
    await run();
    await confirmRun();
    await answer().getByText("HTTP 200").waitFor();
    const choice = stage.watched.page.locator("#network optgroup option[value='localnet-b']");
    await choice.waitFor({ state: "attached" });
    await open("#/enableSvmNetwork");
    await stage.watched.page.locator(".param input").first().fill("localnet-b");
    await run();
    await confirmRun();
    await choice.waitFor({ state: "detached" });
  });

  it("asks before it changes networks, offers them by name, and sends nothing if the user declines", async () => {
    const { page } = stage.watched;
    await open("#/disableSvmNetwork");
    const field = page.locator(".param input").first();
    await page.locator("datalist option[value='localnet-b']").waitFor({ state: "attached" });
    expect(await field.getAttribute("list")).to.equal(await page.locator("datalist").getAttribute("id"));
    await field.fill("localnet-b");
    await run();
    const dialog = page.getByRole("dialog");
    expect(await dialog.innerText()).to.match(/changes the gateway's networks for everyone/);
    expect(await dialog.innerText()).to.include("localnet-b");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await run();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(callsMade()).to.deep.equal([]);
  });

  it("asks before it sends a transaction, and says to which network", async () => {
    await open("#/sendTransaction");
    // The question names the network once the gateway has said which one is the default.
    await stage.watched.page.getByText("Default (localnet)").waitFor({ state: "attached" });
    await run();
    const dialog = stage.watched.page.getByRole("dialog");
    expect(await dialog.innerText()).to.match(/cannot be undone. Run it on localnet through http/);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(callsMade()).to.deep.equal([]);
  });

  it("warns before a call that no upstream of the network is known to serve the method", async () => {
    const { page } = stage.watched;
    await open("#/getAsset");
    await page.getByText(/No upstream of localnet is known to serve this: Alchemy, .* and .* do\./).waitFor();
    await open("#/requestAirdrop?network=solana-mainnet");
    await page.getByText(/of type mainnet; this works only on devnet, testnet, localnet/).waitFor();
    await open("#/getBalance?network=localnet");
    await page.getByRole("heading", { level: 1, name: "getBalance" }).waitFor();
    expect(await page.locator(".caution:visible").count()).to.equal(0);
  });

  it("keeps past calls, with their answers and a way back to the form", async () => {
    const { page } = stage.watched;
    await open(`#/getBalance?pubkey=${systemProgram}&network=localnet-b`);
    await run();
    await answer().getByText("HTTP 200").waitFor();
    const received = await answer().locator("pre").textContent();
    await page.getByRole("link", { name: "History" }).click();
    const entry = page.locator(".history li").first();
    expect(await entry.locator("summary").first().innerText()).to.match(
      /getBalance\s+[\d:]+ · localnet-b · HTTP 200/,
    );
    await entry.locator("summary").first().click();
    expect(await entry.locator("pre").textContent()).to.equal(received);
    await entry.getByRole("link", { name: "Open in the form" }).click();
    await page.getByRole("heading", { level: 1, name: "getBalance" }).waitFor();
    expect(await page.getByLabel("pubkey").inputValue()).to.equal(systemProgram);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: "Clear history" }).click();
    await page.getByText("No calls yet.").waitFor();
  });

  it("folds parts of an answer, and saves it byte for byte", async () => {
    const { page } = stage.watched;
    await open(`#/getAccountInfo?pubkey=${systemProgram}&encoding=base64`);
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === "POST"),
      run(),
    ]);
    const received = await response.body();
    await answer().getByText("HTTP 200").waitFor();
    const whole = await answer().locator("pre").textContent();
    const fold = answer().locator("details.fold").first();
    await fold.locator("summary").first().click();
    expect(await fold.getAttribute("open")).to.equal(null);
    expect(await answer().locator("pre").textContent(), "the text is all there").to.equal(whole);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      answer().getByRole("button", { name: "Download the exact answer" }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal("getAccountInfo.json");
    expect((await readFile(await download.path())).equals(received)).to.equal(true);
  });

  it("runs with Ctrl+Enter from anywhere on the page", async () => {
    const { page } = stage.watched;
    await open(`#/getBalance?pubkey=${systemProgram}`);
    await page.getByRole("heading", { level: 1, name: "getBalance" }).waitFor();
    for (const place of [page.getByLabel("commitment"), page.getByRole("tab", { name: "Go" })]) {
      const before = callsMade().length;
      await place.focus();
      // The answer before may still be shown.
      await Promise.all([
        page.waitForResponse((each) => each.request().method() === "POST"),
        page.keyboard.press("Control+Enter"),
      ]);
      await answer().getByText("HTTP 200").waitFor();
      expect(callsMade().length).to.equal(before + 1);
    }
  });

  it("names the parts of an example", async () => {
    await open("#/getBalance");
    const example = stage.watched.page.locator("details.example").first();
    await example.locator("summary").click();
    expect(await example.locator("figcaption").allInnerTexts()).to.deep.equal(["Parameters", "Result"]);
  });

  it("shows how a subscription is ended on the page that starts it, under both names", async () => {
    await open("#/slotUnsubscribe");
    await stage.watched.page.getByRole("heading", { level: 1, name: "slotSubscribe" }).waitFor();
    const ending = stage.watched.page.getByRole("region", { name: "slotUnsubscribe" });
    expect(await ending.innerText()).to.match(/Ends the subscription/);
  });

  it("names a page that does not exist", async () => {
    await open("#/getNothing");
    await stage.watched.page.getByText("The document lists no getNothing").waitFor();
  });
});

describeWith("chromium", "the playground over examples", () => {
  const stage = useStage("--mock");

  it("shows digits that a double cannot hold, in answers and in the document's own examples", async () => {
    const { page, complaints, close } = await openPage(stage.browser);
    await page.goto(`${stage.gateway.url}/docs/#/getAccountInfo`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByText("HTTP 200").waitFor();
    for (const view of ["Readable", "Exactly as received"]) {
      await page.getByRole("tab", { name: view }).click();
      expect(await answer.locator("pre").textContent(), view).to.match(
        /"rentEpoch": ?18446744073709551615\b/,
      );
    }
    const example = page.locator("details.example").first();
    expect(await example.locator("pre").last().textContent()).to.include('"rentEpoch": 18446744073709551615');
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it("has a status page that says that no network is enabled", async () => {
    const { page, complaints, close } = await openPage(stage.browser);
    await page.goto(`${stage.gateway.url}/status/`);
    await page.getByRole("heading", { level: 1, name: "No network is enabled" }).waitFor();
    expect(page.url()).to.equal(`${stage.gateway.url}/status`);
    expect(complaints).to.deep.equal([]);
    await close();
  });
});

describeWith("chromium", "the playground without a gateway", () => {
  const stage = useStage();

  it("says so when the chosen gateway does not answer, and goes back", async () => {
    const { page, close } = await openPage(stage.browser);
    await page.goto(`${stage.gateway.url}/docs/#/getSlot`);
    await page.getByLabel("Gateway address").click();
    await page.getByLabel("Address of the gateway").fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText("No gateway answers at http://127.0.0.1:9").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("No answer came from http://127.0.0.1:9").waitFor();
    await page.getByLabel("Gateway address").click();
    await page.getByLabel("Address of the gateway").fill(`${stage.gateway.url}/`);
    await page.getByRole("button", { name: "Use" }).click();
    await page.getByText(/Answers, with \d+ networks/).waitFor();
    await close();
  });
});
