import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";
import { providerNames } from "../../src/providers/provider-names.ts";
import { code, table } from "./markdown.ts";

interface Tag {
  readonly name: string;
  readonly description: string;
}

interface DocumentMethod {
  readonly name: string;
  readonly summary: string;
  readonly tags: readonly { readonly $ref: string }[];
  readonly "x-kind": string;
  readonly "x-origin"?: string;
  readonly "x-providers"?: readonly string[];
  readonly "x-releases"?: { readonly since?: string; readonly until?: string };
}

/** The methods of openrpc.json: a section for each tag, a row for each method. */
export function methodTables(): string {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
    readonly methods: readonly DocumentMethod[];
    readonly components: { readonly tags: Readonly<Record<string, Tag>> };
  };
  const sections = Object.entries(document.components.tags).map(([key, { name, description }]) => {
    const methods = document.methods.filter(({ tags }) =>
      tags.some(({ $ref }) => $ref === `#/components/tags/${key}`),
    );
    const rows = methods.map((method) => [code(method.name), method.summary, servedBy(method)]);
    return `## ${name}\n\n${description}\n\n${table(["method", "what it does", "served by"], rows)}`;
  });
  return sections.join("\n\n");
}

function servedBy(method: DocumentMethod): string {
  const { "x-kind": kind, "x-origin": origin, "x-providers": ids, "x-releases": releases = {} } = method;
  if (kind === "network") return "the gateway";
  if (origin === "legacy") return "the gateway; nodes dropped it";
  const providers = ids && providerNames(ids);
  if (origin === "convenience")
    return providers === undefined ? "the gateway" : `${providers}, else the gateway`;
  if (providers !== undefined) return providers;
  const { since, until } = releases;
  if (since !== undefined) return `nodes from release ${since} on`;
  return until === undefined ? "every node" : `nodes before release ${until}`;
}
