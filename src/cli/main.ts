#!/usr/bin/env node
import { setEngineFlags } from "./engine-flags.ts";
import { runCommandLine } from "./run-command-line.ts";

setEngineFlags();
const { stdout, stderr, env } = process;
// A reader such as `head` may close the pipe early.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
// The IPC channel to the first process would keep a worker alive even if it failed to start.
if (process.connected) process.disconnect();
