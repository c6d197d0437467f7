import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringifyLossless } from "../../src/json/lossless.ts";
import type { Contract } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue, readJson } from "../contract/json-value.ts";
import { readContract } from "../contract/read-contract.ts";
import { breakingChanges } from "./breaking-changes.ts";

/** The breaking changes of a contract since the last release. */
interface SinceRelease {
  readonly release: string;
  readonly changes: readonly string[];
}

/** The text of a document with only what users depend on: without descriptions, examples and upstreams. */
export function releaseSnapshot(document: JsonObject): string {
  const { methods, components } = document;
  const { schemas } = isObject(components) ? components : {};
  const kept = Array.isArray(methods) ? methods.filter(isObject).map(snapshotOfMethod) : [];
  return `${stringifyLossless({ methods: kept, components: { schemas: withoutDescriptions(schemas ?? {}) } })}\n`;
}

/** Compares a contract with the newest release in a folder; undefined if there is none. */
export async function changesSinceRelease(
  contract: Contract,
  folder: string,
): Promise<SinceRelease | undefined> {
  const release = (await readdir(folder))
    .filter((name) => name.endsWith(".json"))
    .sort(byVersion)
    .at(-1);
  if (release === undefined) return undefined;
  const before = readJson(await readFile(join(folder, release), "utf8"));
  const changes = breakingChanges(readContract(isObject(before) ? before : {}), contract);
  return { release: release.replace(/\.json$/, ""), changes };
}

const methodKeys = ["name", "params", "result", "x-kind", "x-aliases", "x-subscription"];

function snapshotOfMethod(method: JsonObject): JsonObject {
  const kept = methodKeys.flatMap((key): [string, JsonValue][] => {
    const value = method[key];
    return value === undefined ? [] : [[key, withoutDescriptions(value)]];
  });
  return Object.fromEntries(kept);
}

function withoutDescriptions(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => !((key === "description" || key === "summary") && typeof member === "string"),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutDescriptions(member)]));
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
