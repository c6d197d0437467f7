import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { packageRoot } from "../../src/package-root.ts";

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
  const folder = await mkdtemp(join(tmpdir(), "svm-gateway-browser-"));
  await writeFile(join(folder, "gateway.json"), JSON.stringify(config));
  const child = spawn(
    process.execPath,
    [
      "--import=tsx",
      join(packageRoot, "src/cli/main.ts"),
      "serve",
      ...flags,
      "--port=0",
      "--ws-port=0",
      `--config=${join(folder, "gateway.json")}`,
      `--state=${join(folder, "state.json")}`,
    ],
    { cwd: packageRoot, stdio: ["ignore", "pipe", "pipe"] },
  );
  return {
    url: await listeningUrl(child),
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /^listening http (\S+)$/.exec(line)?.[1];
    // What is printed later must not fill the pipe.
    if (url !== undefined) {
      child.stdout?.resume();
      return url;
    }
  }
  throw new Error(`the gateway did not start: ${errors}`);
}

/** Starts the browser that Debian ships. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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
  return { page, complaints, requests, close: () => context.close() };
}

/** A gateway and a browser for the tests of a describe. */
export interface Stage {
  readonly gateway: RunningGateway;
  readonly browser: Browser;
}

/** The same, with a new page for each test. */
export interface WatchedStage extends Stage {
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
