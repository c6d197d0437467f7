import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";

/** One request and what the node sent back. */
export interface Recording {
  readonly note: string;
  readonly params?: unknown;
  readonly answer: { readonly result?: unknown; readonly error?: { readonly code: number } };
  readonly notifications?: readonly Notification[];
}

/** A frame of a subscription. */
export interface Notification {
  readonly method: string;
  readonly params: { readonly result: unknown };
}

const folder = join(packageRoot, "test/contract/recordings");

/** Names of the methods that one node was asked for. */
export function methodsOf(node: string): readonly string[] {
  const files = readdirSync(join(folder, node)).filter((name) => name.endsWith(".jsonl"));
  return files.map((name) => name.replace(".jsonl", ""));
}

/** What one node answered to a method. */
export function recordingsOf(node: string, method: string): readonly Recording[] {
  const lines = readFileSync(join(folder, node, `${method}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Recording);
}
