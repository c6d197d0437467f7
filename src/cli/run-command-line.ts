import { packageVersion } from "../package-root.ts";
import { workerVariable } from "../workers/worker-message.ts";
import { helpText } from "./commands/help.ts";
import { parseArguments, type Run } from "./options/arguments.ts";
import type { Command } from "./options/command-table.ts";
import { refusalOf } from "./refusal.ts";
import type { CommandIo } from "./terminal/command-io.ts";
import { createStyle } from "./terminal/style.ts";

interface CommandModule {
  /** Runs the command and returns the exit code. */
  runCommand(run: Run, io: CommandIo): Promise<number>;
}

const serve = () => import("./commands/serve-command.ts");

/** Loads only the modules that a command needs. */
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
    const refusal = await refusalOf(caught, argv, createStyle(io.stderr, io.env));
    if (refusal === undefined) throw caught;
    // A worker leaves printing to the first process, which prints it once for all workers.
    if (io.env[workerVariable] === undefined) io.stderr.write(refusal.text);
    else await (await import("../workers/worker-link.ts")).reportRefusal(refusal);
    return refusal.exitCode;
  }
}

async function runParsed(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseArguments(argv);
  if (given.kind === "run") return (await modules[given.command]()).runCommand(given, io);
  if (given.kind === "version") io.stdout.write(`${packageVersion}\n`);
  else if (given.method === undefined)
    io.stdout.write(helpText(given.command, createStyle(io.stdout, io.env)));
  else (await import("./commands/method-help.ts")).writeMethodHelp(given, io);
  return 0;
}
