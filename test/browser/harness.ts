import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { startGateway as startProgram } from "../gateway-process.ts";
import { neededPath } from "../needed-programs.ts";

/** The real command serving on free ports. */
export interface RunningGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `serve` with further flags and waits until it listens. */
export function startGateway(...flags: readonly string[]): Promise<RunningGateway> {
  return startConfiguredGateway({}, ...flags);
}

/** The same with a configuration file. */
export async function startConfiguredGateway(
  config: object,
  ...flags: readonly string[]
): Promise<RunningGateway> {
  const served = await startProgram(["serve", "--ws-port", "0", ...flags], { config });
  return { url: served.url, stop: async () => void (await served.process.stop()) };
}

/** Starts the browser that Debian ships. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: neededPath("chromium"),
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page, its errors and its requests. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console and of scripts. */
  readonly complaints: string[];
  /** Addresses of every request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Opens an empty page in a new context. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  const close = async () => {
    // A handler that still asks the gateway would fail once its page is closed.
    await page.unrouteAll({ behavior: "wait" });
    await context.close();
  };
  return { page, complaints, requests, close };
}

/** A gateway and a browser for the tests of a describe. */
interface Stage {
  readonly gateway: RunningGateway;
  readonly browser: Browser;
}

/** The same, with a new page for each test. */
interface WatchedStage extends Stage {
  readonly watched: WatchedPage;
}

/** Starts a gateway and a browser for the tests of a describe. */
export function useStage(flag: "--local" | "--mock" = "--local"): Stage {
  const stage = {} as { -readonly [Part in keyof Stage]: Stage[Part] };
  before(async () => {
    [stage.gateway, stage.browser] = await Promise.all([startGateway(flag), startBrowser()]);
  });
  after(async () => {
    await stage.browser.close();
    await stage.gateway.stop();
  });
  return stage;
}

/** The same, with a new page for each test, which must end without errors. */
export function useWatchedStage(): WatchedStage {
  const stage = useStage() as { -readonly [Part in keyof WatchedStage]: WatchedStage[Part] };
  beforeEach(async () => {
    stage.watched = await openPage(stage.browser);
  });
  afterEach(async () => {
    const { complaints } = stage.watched;
    await stage.watched.close();
    expect(complaints, "complaints of the browser").to.deep.equal([]);
  });
  return stage;
}
