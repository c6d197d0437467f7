import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { watchChild } from "../child-process.ts";
import { freePort } from "../free-port.ts";
import { neededPath } from "../needed-programs.ts";

/** A separate real server, empty, on a free port; it keeps nothing on disk. */
export class RedisServer {
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    if (this.#port === 0) this.#port = await freePort();
    const settings = ["--port", `${this.#port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = watchChild(
      spawn(neededPath("redis-server"), settings, { stdio: ["ignore", "pipe", "inherit"] }),
    );
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes("Ready to accept connections")) break;
    }
    child.stdout.resume();
    return this;
  }

  /** Makes it hang: connections stay open, nothing is answered. */
  hang(): void {
    this.#process?.kill("SIGSTOP");
  }

  goOn(): void {
    this.#process?.kill("SIGCONT");
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}
