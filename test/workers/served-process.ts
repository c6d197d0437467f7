import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { packageRoot } from "../../src/package-root.ts";
import { programPath } from "../built-program.ts";
import { watchChild } from "../child-process.ts";

/** The gateway in a separate process, as a user runs it. */
export interface ServedProcess {
  readonly child: ChildProcess;
  /** Lines of standard output so far. */
  readonly lines: string[];
  /** Lines of the log so far, parsed. */
  readonly log: Record<string, unknown>[];
  /** URL of the HTTP listener. */
  readonly url: string;
  /** Resolves with the first log record, present or to come, that fits. */
  logged(fits: (record: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Calls over HTTP and returns the parsed response. */
  call(
    method: string,
    params?: unknown,
    path?: string,
  ): Promise<{ result?: unknown; error?: { code: number } }>;
  /** Sends a signal and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `svm-gateway` with these arguments and waits for its HTTP listener. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedProcess> {
  const started = spawn(process.execPath, [programPath, ...args], {
    cwd: packageRoot,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const log: Record<string, unknown>[] = [];
  const child = watchChild(started, () => log.map((record) => JSON.stringify(record)).join("\n"));
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    log.push(line.startsWith("{") ? (JSON.parse(line) as Record<string, unknown>) : { msg: line });
    wake();
  });
  child.on("exit", wake);

  function until<Found>(find: () => Found | undefined, what: string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = find();
        if (found !== undefined) {
          waiting.delete(check);
          resolve(found);
        } else if (child.exitCode !== null) {
          waiting.delete(check);
          reject(
            new Error(`the process ended with ${child.exitCode} before ${what}: ${JSON.stringify(log)}`),
          );
        }
      };
      waiting.add(check);
      check();
    });
  }

  const url = await until(
    () => lines.map((line) => /^listening http (\S+)$/.exec(line)?.[1]).find((found) => found !== undefined),
    "it listened",
  );
  return {
    child,
    lines,
    log,
    url,
    logged: (fits) => until(() => log.find(fits), "it logged what was expected"),
    async call(method, params = [], path = "/") {
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      return (await response.json()) as { result?: unknown; error?: { code: number } };
    },
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}
