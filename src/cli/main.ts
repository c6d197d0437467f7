#!/usr/bin/env node
import { runCommandLine } from "./run-command-line.ts";

const { stdout, stderr, env } = process;
// A reader may have read enough, as head has: what is printed after that is for no one, and nothing failed.
stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
});
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
// A worker's channel to the first process would keep it alive, also where it failed before it served.
if (process.connected) process.disconnect();
