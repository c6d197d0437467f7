#!/usr/bin/env node
import { runCommandLine } from "./run-command-line.ts";

const { stdout, stderr, env } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() });
// A worker's channel to the first process would keep it alive, also where it failed before it served.
if (process.connected) process.disconnect();
