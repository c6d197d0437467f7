import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileCache, programPath } from "./built-program.ts";
import { temporaryFolder } from "./networks/harness.ts";
import { type Ending, RunningProgram } from "./running-program.ts";

/** How a test runs the program. */
export interface ProgramOptions {
  /** Content of the configuration file, which is named by `--config`. */
  readonly config?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Memory that it may write to, in all; more is refused to it, and ends it. */
  readonly memoryMiB?: number;
}

/** The program as a process, in a folder of its own. */
export class Program extends RunningProgram {
  constructor(args: readonly string[], { config, env = {}, memoryMiB }: ProgramOptions = {}) {
    const folder = temporaryFolder();
    const configured = config === undefined ? [] : ["--config", join(folder, "gateway.json")];
    if (config !== undefined) writeFileSync(join(folder, "gateway.json"), JSON.stringify(config));
    const command = [process.execPath, programPath, ...args, ...configured];
    const [file = "", ...rest] = memoryMiB === undefined ? command : withinMemory(memoryMiB, command);
    super(file, rest, {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, NO_COLOR: "1", ...compileCache, ...env },
      keepsInput: true,
    });
    void this.ended().then(() => rmSync(folder, { recursive: true, force: true }));
  }
}

/** Runs the program to its end. */
export function runProgram(args: readonly string[], options?: ProgramOptions): Promise<Ending> {
  return new Program(args, options).ended();
}

/** A gateway that listens. */
export interface ServedGateway {
  readonly process: Program;
  readonly url: string;
  /** POSTs a body as JSON. */
  post(path: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<Response>;
}

/** Starts a listening mode on a port, a free one unless it is given, and waits until it listens. */
export async function startGateway(
  args: readonly string[],
  { port = 0, ...options }: ProgramOptions & { readonly port?: number } = {},
): Promise<ServedGateway> {
  const started = new Program([...args, "--port", String(port)], options);
  const [, url = ""] = await started.printed(/^listening http (\S+)$/m);
  return {
    process: started,
    url,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }),
  };
}

/** Configuration of a gateway over these networks, the first one the default; no limits on callers. */
export function configFor(networks: Readonly<Record<string, object>>, settings: object = {}): object {
  const [defaultNetwork] = Object.keys(networks);
  return {
    default_network: defaultNetwork,
    svm_networks: Object.fromEntries(
      Object.entries(networks).map(([id, network]) => [id, { name: id, type: "localnet", ...network }]),
    ),
    server_config: { rate_limit: { enabled: false } },
    log: { level: "error" },
    ...settings,
  };
}

/** The command under a limit of its data segment, which also counts what the engine reserves at its start and never writes to. */
function withinMemory(mebibytes: number, command: readonly string[]): readonly string[] {
  return ["sh", "-c", `ulimit -d ${mebibytes * 1024 + reservedKiB()}; exec "$0" "$@"`, ...command];
}

let knownReservedKiB: number | undefined;

/** What a process of this Node counts as data and has not written to; newer ones reserve 512 MiB for code. */
function reservedKiB(): number {
  knownReservedKiB ??= Number(
    execFileSync(process.execPath, ["-e", readReserved], { encoding: "utf8", env: {} }),
  );
  return knownReservedKiB;
}

const readReserved = `
  const status = require("node:fs").readFileSync("/proc/self/status", "utf8");
  const kibibytes = (name) => Number.parseInt(status.split(name + ":")[1], 10);
  console.log(kibibytes("VmData") - kibibytes("RssAnon"));
`;
