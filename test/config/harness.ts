import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigFaults } from "../../src/config/config-fault.ts";
import type { Setting } from "../../src/config/effective-values.ts";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "../../src/config/load-config.ts";

/** What a case sets besides the file. */
export interface Given extends Partial<LoadConfigOptions> {
  /** Content of `svm-gateway.json`; text is written unchanged. */
  readonly file?: unknown;
}

/** Loads in a new folder, which is removed afterwards. */
export function load({ file, ...options }: Given = {}): LoadedConfig {
  const cwd = mkdtempSync(join(tmpdir(), "svm-gateway-config-"));
  try {
    if (file !== undefined) {
      writeFileSync(join(cwd, "svm-gateway.json"), typeof file === "string" ? file : JSON.stringify(file));
    }
    return loadConfig({ env: {}, cwd, ...options });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** The faults of a configuration, as lines `at: message`; none if it loads. */
export function faultsOf(given: Given): string[] {
  try {
    load(given);
    return [];
  } catch (caught) {
    if (caught instanceof ConfigFaults) return caught.faults.map(({ at, message }) => `${at}: ${message}`);
    throw caught;
  }
}

/** What a flag sets. */
export function flag(name: string, path: string, value: string | boolean): Setting {
  return { path, value, source: { kind: "flag", name } };
}
