import type { LookupAddress } from "node:dns";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../generated/config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Resolve } from "../../src/net/public-address.ts";

/** The configuration that a file of this content gives. */
export function configOf(content: unknown = {}): Config {
  const cwd = temporaryFolder();
  try {
    writeFileSync(join(cwd, "svm-gateway.json"), JSON.stringify(content));
    return loadConfig({ env: {}, cwd }).config;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed with this process at the latest. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-test-"));
  folders.push(folder);
  return folder;
}

/**
 * A resolver that returns these answers one after the other, the last one forever. An answer without addresses is a name that
 * does not exist.
 */
export function scriptedResolve(...answers: readonly (readonly string[])[]): Resolve {
  let turn = 0;
  return (hostname, _options, callback) => {
    const addresses = answers[Math.min(turn, answers.length - 1)] ?? [];
    turn += 1;
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    const missing = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
    queueMicrotask(() => callback(found.length === 0 ? missing : null, found));
  };
}

/** A logger that keeps its lines. */
export function recordingLogger() {
  const lines: { fields: Record<string, unknown>; message: string }[] = [];
  const log = (fields: unknown, message?: string) => {
    lines.push({ fields: fields as Record<string, unknown>, message: message ?? "" });
  };
  return { lines, warn: log, info: log };
}
