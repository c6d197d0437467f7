#!/usr/bin/env node
import { CannotStart } from "../config/cannot-start.ts";
import { ConfigFaults } from "../config/config-fault.ts";
import { packageVersion } from "../package-root.ts";
import { type Arguments, parseArguments, usageExitCode } from "./arguments.ts";
import type { CommandIo } from "./command-io.ts";
import type { Command } from "./command-table.ts";
import { helpText } from "./help.ts";
import { createStyle } from "./style.ts";

type Run = Extract<Arguments, { kind: "run" }>;

/** How each command is run; it gives the exit code. Each loads only what it needs. */
const runners: Readonly<Record<Command, (run: Run, io: CommandIo) => Promise<number>>> = {
  stdio: async (run, io) => (await import("./stdio-command.ts")).runStdioCommand(run.flags, io),
  serve: serve("serve"),
  web: serve("web"),
  rpc: serve("rpc"),
  ws: serve("ws"),
  http: serve("http"),
  call: async (run, io) => (await import("./call-command.ts")).runCallCommand(run.words, run.flags, io),
  methods: async (run, io) =>
    (await import("./methods-command.ts")).runMethodsCommand(run.words, run.flags.json, io),
  networks: async (run, io) =>
    (await import("./networks-command.ts")).runNetworksCommand(run.words, run.flags, io),
  providers: async (run, io) =>
    (await import("./providers-command.ts")).runProvidersCommand(run.words, run.flags, io),
  config: async (run, io) => (await import("./config-command.ts")).runConfigCommand(run.words, run.flags, io),
};

function serve(mode: "serve" | "web" | "rpc" | "ws" | "http") {
  return async (run: Run, io: CommandIo): Promise<number> =>
    (await import("./serve-command.ts")).runServeCommand(mode, run.flags, io);
}

/** Runs a command line; gives the exit code. */
export async function main(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = parseArguments(argv);
  switch (given.kind) {
    case "help":
      io.stdout.write(
        given.method === undefined
          ? helpText(given.command, createStyle(io.stdout, io.env))
          : (await import("./method-help.ts")).methodHelp(given.method, createStyle(io.stdout, io.env)),
      );
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
    const style = createStyle(io.stderr, io.env);
    if (caught instanceof ConfigFaults) {
      for (const { at, message } of caught.faults) io.stderr.write(`${style.red(at)}: ${message}\n`);
      return caught.faults.some(({ at }) => at.startsWith("--")) ? usageExitCode : 1;
    }
    const message = caught instanceof CannotStart ? caught.message : listenFault(caught);
    if (message !== undefined) {
      io.stderr.write(`${style.red("error")}: ${message}\n`);
      return 1;
    }
    throw caught;
  }
}

/** Why a listener can't be opened, and what to do; undefined for any other fault. */
function listenFault(caught: unknown): string | undefined {
  if (!(caught instanceof Error)) return undefined;
  const { syscall, code, address, port, message } = caught as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
  };
  // A worker's listener is opened by the first process, which calls it a bind.
  if (syscall !== "listen" && syscall !== "bind") return undefined;
  if (code !== "EADDRINUSE") return message;
  return `port ${port} of ${address} is in use: stop what listens there, or name another (--port, --ws-port; 0 takes a free one)`;
}

const { stdout, stderr, env } = process;
process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
// A worker's channel to the first process would keep it alive, also where it failed before it served.
if (process.connected) process.disconnect();
