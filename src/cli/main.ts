#!/usr/bin/env node
import { setEngineFlags } from "./engine-flags.ts";
import { runCommandLine } from "./run-command-line.ts";

setEngineFlags();
const { stdout, stderr, env } = process;
// A reader such as `head` may stop reading: that is not a failure.
stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
});
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
// The channel to the first process keeps a worker running, even one that failed to start.
if (process.connected) process.disconnect();
