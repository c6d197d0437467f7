import { packageVersion } from "../package-root.ts";
import { workerVariable } from "../workers/worker-message.ts";
import { helpText } from "./commands/help.ts";
import { type Arguments, parseArguments, usageExitCode } from "./options/arguments.ts";
import type { Command } from "./options/command-table.ts";
import { refusalOf } from "./refusal.ts";
import type { CommandIo } from "./terminal/command-io.ts";
import { createStyle } from "./terminal/style.ts";

type Run = Extract<Arguments, { kind: "run" }>;

/** How each command is run; it gives the exit code. Each loads only what it needs. */
const runners: Readonly<Record<Command, (run: Run, io: CommandIo) => Promise<number>>> = {
  stdio: async (run, io) => (await import("./commands/stdio-command.ts")).runStdioCommand(run.flags, io),
  serve: serve("serve"),
  web: serve("web"),
  rpc: serve("rpc"),
  ws: serve("ws"),
  http: serve("http"),
  call: async (run, io) =>
    (await import("./commands/call-command.ts")).runCallCommand(run.words, run.flags, io),
  send: async (run, io) =>
    (await import("./commands/send-command.ts")).runSendCommand(run.words, run.flags, io),
  subscribe: async (run, io) =>
    (await import("./commands/subscribe-command.ts")).runSubscribeCommand(run.words, run.flags, io),
  methods: async (run, io) =>
    (await import("./commands/methods-command.ts")).runMethodsCommand(run.words, run.flags.json, io),
  networks: async (run, io) =>
    (await import("./commands/networks-command.ts")).runNetworksCommand(run.words, run.flags, io),
  upstreams: async (run, io) =>
    (await import("./commands/upstreams-command.ts")).runUpstreamsCommand(run.words, run.flags, io),
  keys: async (run, io) =>
    (await import("./commands/keys-command.ts")).runKeysCommand(run.words, run.flags, io),
  providers: async (run, io) =>
    (await import("./commands/providers-command.ts")).runProvidersCommand(run.words, run.flags, io),
  config: async (run, io) =>
    (await import("./commands/config-command.ts")).runConfigCommand(run.words, run.flags, io),
  completion: async (run, io) =>
    (await import("./commands/completion-command.ts")).runCompletionCommand(run.words, io),
};

function serve(mode: "serve" | "web" | "rpc" | "ws" | "http") {
  return async (run: Run, io: CommandIo): Promise<number> =>
    (await import("./commands/serve-command.ts")).runServeCommand(mode, run.flags, io);
}

/** Runs a command line; returns the exit code. */
export async function runCommandLine(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseArguments(argv);
  switch (given.kind) {
    case "help":
      if (given.method !== undefined)
        return (await import("./commands/method-help.ts")).writeMethodHelp(given, io);
      io.stdout.write(helpText(given.command, createStyle(io.stdout, io.env)));
      return 0;
    case "version":
      io.stdout.write(`${packageVersion}\n`);
      return 0;
    case "fault":
      io.stderr.write(`${given.message}\n`);
      return usageExitCode;
    case "run":
      return runCommand(given, io);
  }
}

async function runCommand(run: Run, io: CommandIo): Promise<number> {
  try {
    return await runners[run.command](run, io);
  } catch (caught) {
    const refusal = refusalOf(caught, run, createStyle(io.stderr, io.env));
    if (refusal === undefined) throw caught;
    // The first process prints it, once for all workers.
    if (io.env[workerVariable] === undefined) io.stderr.write(refusal.text);
    else await (await import("../workers/worker-link.ts")).reportRefusal(refusal);
    return refusal.exitCode;
  }
}
