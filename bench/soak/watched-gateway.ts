import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { temporaryFolder } from "../../test/networks/harness.ts";
import { RunningProgram } from "../../test/running-program.ts";

const gatewayMain = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

/** Memory of the gateway at one moment, in bytes. */
export interface MemorySample {
  readonly resident: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  /** Memory outside of the heap that objects on it hold, buffers included. */
  readonly external: number;
  readonly descriptors: number;
}

/** A built gateway as a process of its own, whose memory is watched through its inspector. */
export class WatchedGateway {
  readonly #program: RunningProgram;
  readonly #folder: string;
  readonly #inspector: WebSocket;
  /** Questions to the inspector that it has not answered. */
  readonly #asked = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #lastId = 0;
  readonly url: string;
  readonly wsUrl: string;

  private constructor(
    program: RunningProgram,
    folder: string,
    inspector: WebSocket,
    listening: { readonly url: string; readonly wsUrl: string },
  ) {
    this.#program = program;
    this.#folder = folder;
    this.#inspector = inspector;
    this.url = listening.url;
    this.wsUrl = listening.wsUrl;
    inspector.on("message", (data) => {
      const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
      this.#asked.get(id)?.resolve(result);
      this.#asked.delete(id);
    });
    inspector.on("close", () => {
      const error = new Error(`the gateway ended: ${program.stderr.slice(-2000)}`);
      for (const { reject } of this.#asked.values()) reject(error);
    });
  }

  /** Starts it with every listener, and waits until it listens. */
  static async start(config: object): Promise<WatchedGateway> {
    const folder = temporaryFolder();
    const file = join(folder, "svm-gateway.json");
    writeFileSync(file, JSON.stringify(config));
    const words = ["--inspect=127.0.0.1:0", gatewayMain, "serve", "--config", file];
    const program = new RunningProgram(process.execPath, [...words, "--port", "0", "--ws-port", "0"], {
      cwd: folder,
      env: { ...(process.env as Record<string, string>), NODE_ENV: "production" },
      keepsInput: true,
    });
    const [, inspectorUrl = ""] = await program.logged(/Debugger listening on (ws:\S+)/);
    const inspector = new WebSocket(inspectorUrl);
    await new Promise((resolve, reject) => inspector.once("open", resolve).once("error", reject));
    const [, url = ""] = await program.printed(/^listening http (\S+)$/m);
    const [, wsUrl = ""] = await program.printed(/^listening ws (\S+)$/m);
    return new WatchedGateway(program, folder, inspector, { url, wsUrl });
  }

  get pid(): number {
    return this.#program.child.pid ?? 0;
  }

  /** What it logged: faults of its own only. */
  get logged(): string[] {
    return this.#program.stderr.split("\n").filter((line) => line.startsWith("{"));
  }

  /** Lets it read another configuration while it runs. */
  reload(config: object): void {
    writeFileSync(join(this.#folder, "svm-gateway.json"), JSON.stringify(config));
    this.#program.child.kill("SIGHUP");
  }

  async sample(): Promise<MemorySample> {
    const expression = "JSON.stringify(process.memoryUsage())";
    const { result } = (await this.#inspect("Runtime.evaluate", { expression })) as {
      result: { value: string };
    };
    const { heapUsed, heapTotal, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    return {
      resident: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024,
      heapUsed,
      heapTotal,
      external,
      descriptors: readdirSync(`/proc/${this.pid}/fd`).length,
    };
  }

  /** Collects all that nothing holds. */
  async collect(): Promise<void> {
    await this.#inspect("HeapProfiler.collectGarbage");
  }

  async stop(): Promise<void> {
    this.#inspector.terminate();
    await this.#program.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #inspect(method: string, params: object = {}): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#inspector.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
  }
}
