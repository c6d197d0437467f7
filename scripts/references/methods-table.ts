import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mostFrequent } from "../../codegen/contract/names.ts";
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

/** The methods of openrpc.json: a section for each tag, a row for each method. Who serves most of a section is said above its table. */
export function methodTables(): string {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
    readonly methods: readonly DocumentMethod[];
    readonly components: { readonly tags: Readonly<Record<string, Tag>> };
  };
  const sections = Object.entries(document.components.tags).map(([key, { name, description }]) => {
    const methods = document.methods.filter(({ tags }) =>
      tags.some(({ $ref }) => $ref === `#/components/tags/${key}`),
    );
    const usual = mostFrequent(methods.map(servedBy));
    const hasExceptions = methods.some((method) => servedBy(method) !== usual);
    const rows = methods.map((method) => {
      const server = servedBy(method);
      const cells = [code(method.name), method.summary];
      return hasExceptions ? [...cells, server === usual ? "" : server] : cells;
    });
    const head = ["method", "what it does", ...(hasExceptions ? ["served by"] : [])];
    const served = `Served by ${usual}${hasExceptions ? ", except as noted" : ""}.`;
    return `## ${name}\n\n${description} ${served}\n\n${table(head, rows)}`;
  });
  return sections.join("\n\n");
}

function servedBy(method: DocumentMethod): string {
  const { "x-kind": kind, "x-origin": origin, "x-providers": ids, "x-releases": releases = {} } = method;
  if (kind === "network") return "the gateway";
  if (origin === "legacy") return "the gateway; nodes dropped it";
  const providers = ids && providerNames(ids);
  if (origin === "composed")
    return providers === undefined ? "the gateway" : `${providers}, else the gateway`;
  if (providers !== undefined) return providers;
  const { since, until } = releases;
  if (since !== undefined) return `nodes from release ${since} on`;
  return until === undefined ? "every node" : `nodes before release ${until}`;
}
