import { ConfigFaults, StartupError } from "../config/config-fault.ts";
import { workerVariable } from "../config/environment.ts";
import { UnusableFileError } from "../files/read-bounded-file.ts";
import { packageVersion } from "../package-root.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { StartRefusal } from "../workers/worker-link.ts";
import { helpText } from "./commands/help.ts";
import { type CommandContext, parseArguments } from "./options/arguments.ts";
import { type Command, UsageError, usageExitCode } from "./options/command-table.ts";
import { type CommandIo, createStyle, type Style } from "./terminal/terminal.ts";

interface CommandModule {
  /** Runs the command and returns the exit code. */
  runCommand(context: CommandContext): Promise<number>;
}

const serve = () => import("./commands/serve-command.ts");

/** Command modules, loaded on demand to keep startup short. */
const modules: Readonly<Record<Command, () => Promise<CommandModule>>> = {
  stdio: () => import("./commands/stdio-command.ts"),
  serve,
  web: serve,
  rpc: serve,
  ws: serve,
  http: serve,
  call: () => import("./commands/call-command.ts"),
  send: () => import("./commands/send-command.ts"),
  subscribe: () => import("./commands/subscribe-command.ts"),
  methods: () => import("./commands/methods-command.ts"),
  networks: () => import("./commands/networks-command.ts"),
  upstreams: () => import("./commands/upstreams-command.ts"),
  keys: () => import("./commands/keys-command.ts"),
  providers: () => import("./commands/providers-command.ts"),
  config: () => import("./commands/config-command.ts"),
  completion: () => import("./commands/completion-command.ts"),
};

/** Runs a command line and returns the exit code. */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await runParsed(argv, io);
  } catch (caught) {
    const refusal = await refusalFrom(caught, argv, createStyle(io.stderr, io.env));
    if (refusal === undefined) throw caught;
    // Workers report to the first process, which prints the message once for all of them.
    if (io.env[workerVariable] === undefined) io.stderr.write(refusal.text);
    else await (await import("../workers/worker-link.ts")).reportRefusal(refusal);
    return refusal.exitCode;
  }
}

async function runParsed(argv: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseArguments(argv);
  if (parsed.kind === "run") return (await modules[parsed.command]()).runCommand({ ...io, ...parsed });
  if (parsed.kind === "version") io.stdout.write(`${packageVersion}\n`);
  else if (parsed.method === undefined)
    io.stdout.write(helpText(parsed.command, createStyle(io.stdout, io.env)));
  else (await import("./commands/method-help.ts")).writeMethodHelp(parsed, io);
  return 0;
}

/** The message and exit code for an expected failure; undefined for a bug, which the caller rethrows. */
async function refusalFrom(
  caught: unknown,
  argv: readonly string[],
  style: Style,
): Promise<StartRefusal | undefined> {
  if (!(caught instanceof Error)) return undefined;
  const { message } = caught;
  if (caught instanceof UsageError) return { text: `${message}\n`, exitCode: usageExitCode };
  if (caught instanceof ConfigFaults) {
    const isUsage = caught.faults.some(({ at }) => at.startsWith("--"));
    const lines = caught.faults.map((fault) => `${style.red(fault.at)}: ${fault.message}\n`);
    return { text: lines.join(""), exitCode: isUsage ? usageExitCode : 1 };
  }
  const refusal = (at: string, text: string, exitCode = 1) => ({
    text: `${style.red(at)}: ${text}\n`,
    exitCode,
  });
  if (caught instanceof StartupError) return refusal("error", message);
  // A file that can't be read or saved is an expected failure.
  const reason = caught.cause instanceof Error ? caught.cause : caught;
  if (reason instanceof UnusableFileError || "path" in reason)
    return refusal(
      "error",
      reason === caught
        ? `${message}: check the file, its folder and its disk`
        : `${message.replace(/\.$/, "")} (${reason.message})`,
    );
  if (caught instanceof RpcError) {
    if (caught.kind === "internal") return undefined;
    const { callerHints, errorFromRpcError, shellMessage } = await import("./commands/print-error.ts");
    const error = errorFromRpcError(caught);
    return refusal("error", [shellMessage(error), ...callerHints(error.data)].join("\n  "));
  }
  const { syscall = "", code = "", address, hostname = address, port } = caught as ListenError;
  if (["listen", "bind", "getaddrinfo"].includes(syscall) && hostCodes.includes(code)) {
    const expected = `must be an address of this machine, got ${JSON.stringify(hostname)} (${code})`;
    const isFlag = argv.some((word) => word === "--host" || word.startsWith("--host="));
    return isFlag ? refusal("--host", expected, usageExitCode) : refusal("server_config.host", expected);
  }
  // The first process opens listeners for workers; its errors have the syscall `bind`.
  if (syscall !== "listen" && syscall !== "bind") return undefined;
  const inUse = `port ${port} of ${address} is in use: stop what listens there, or name another (--port, --ws-port; 0 takes a free one)`;
  return refusal("error", code === "EADDRINUSE" ? inUse : message);
}

/** Error codes for listening on an address that this machine does not have. */
const hostCodes = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"];

type ListenError = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
};
