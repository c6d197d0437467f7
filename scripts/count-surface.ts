// Prints how much there is to learn: settings, metrics, words of the guides. Run: npx tsx scripts/count-surface.ts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configSchema, mapValues, propertiesOf, type SchemaNode } from "../src/config/config-schema.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { packageRoot } from "../src/package-root.ts";

/** Data that has a form of its own: providers, keys of callers, and the rights that keys and tokens have. */
const forms = new Set(["providers", "auth.keys", "auth.jwt.rights"]);

/** The settings, by path. An entry of a list counts once wherever it may stand, and data with a form of its own as one. */
export function listSettings(
  node: SchemaNode = configSchema,
  path = "",
  known = new Set<string>(),
): string[] {
  return propertiesOf(node).flatMap(([key, child]) => {
    const at = path === "" ? key : `${path}.${key}`;
    if (forms.has(at)) return [at];
    const values = mapValues(child);
    if (values?.properties !== undefined) return listSettings(values, `${at}.ID`, known);
    if (child.properties !== undefined) return listSettings(child, at, known);
    const entry = [child.items, ...(child.items?.anyOf ?? [])].find((form) => form?.properties !== undefined);
    if (entry === undefined || known.has(JSON.stringify(entry))) return [at];
    known.add(JSON.stringify(entry));
    // A URL with a weight is the short form of an upstream.
    if (propertiesOf(entry).length === 2) return [at];
    const isOwnGroup = child.items?.anyOf === undefined;
    return [...(isOwnGroup ? [] : [at]), ...listSettings(entry, `${at}[]`, known)];
  });
}

/** The names of the gateway's own metrics. */
export async function listMetrics(): Promise<string[]> {
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  return metrics.map(({ name }) => name);
}

/** The extensions of OpenRPC that the document uses. */
export function listKeywords(): string[] {
  const text = readFileSync(join(packageRoot, "openrpc.json"), "utf8");
  return [...new Set([...text.matchAll(/"(x-[a-z-]+)":/g)].map(([, name = ""]) => name))].sort();
}

/** Tables that are written from the code; nobody reads them from start to end. */
const generated = /<!-- generated: .*?<!-- end of generated -->/gs;

/** Words of each page of docs/, without those of generated tables. */
export function countGuideWords(): Map<string, number> {
  const folder = join(packageRoot, "docs");
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(
    pages.map((name) => {
      const text = readFileSync(join(folder, name), "utf8").replace(generated, "");
      return [name, text.split(/\s+/).filter(Boolean).length];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = [...countGuideWords().values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${listSettings().length} settings\n${(await listMetrics()).length} metrics\n${listKeywords().length} keywords of openrpc.json\n${words} words written by hand in docs/`,
  );
}
