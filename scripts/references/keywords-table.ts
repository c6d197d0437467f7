import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";
import { code, table } from "./markdown.ts";

interface Extension {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly restricted: readonly string[];
}

/** What an extension may stand on, by OpenRPC's names. */
const owners: Readonly<Record<string, string>> = {
  methodObject: "method",
  contentDescriptorObject: "parameter",
  errorObject: "error",
};

/** Who reads each keyword first: where to look for what it does. */
const readers: Readonly<Record<string, string>> = {
  "x-kind": "src/gateway/create-gateway.ts",
  "x-origin": "src/app/calls/call-steps.ts",
  "x-effect": "src/call/upstream-call.ts",
  "x-config": "src/gateway/params/ledger-params.ts",
  "x-commitment": "src/gateway/params/ledger-params.ts",
  "x-alternatives": "src/gateway/params/check-params.ts",
  "x-refuses": "src/gateway/params/check-params.ts",
  "x-typed-by": "codegen/emit/emit-client.ts",
  "x-wrapped": "src/gateway/prepare-answer.ts",
  "x-upstream-names": "src/upstream/attempt/served-names.ts",
  "x-cache": "src/cache/answer-validity.ts",
  "x-merge": "src/reads/items/asked-items.ts",
  "x-from": "src/reads/head-parts.ts",
  "x-slot-at": "src/call/learn-shown-slots.ts",
  "x-history": "src/upstream/node/call-needs.ts",
  "x-heavy": "src/app/calls/call-steps.ts",
  "x-networks": "src/gateway/select-networks.ts",
  "x-providers": "src/gateway/missing-method.ts",
  "x-releases": "codegen/emit/emit-types.ts",
  "x-tool": "codegen/emit/emit-tools.ts",
  "x-subscription": "src/subscriptions/subjects/subject-kinds.ts",
  "x-ledger": "src/gateway/params/ledger-params.ts",
  "x-aliases": "src/gateway/params/method-plan.ts",
  "x-default": "src/gateway/params/ledger-params.ts",
  "x-other-upstream": "src/upstream/routing/next-step.ts",
};

/** A row for each `x-` keyword of openrpc.json. Throws for one that no reader is named for, and for a reader that is not there. */
export function keywordsTable(): string {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
    readonly "x-extensions": readonly Extension[];
  };
  const rows = document["x-extensions"].map(({ name, summary, description, restricted }) => {
    const reader = readers[name];
    if (reader === undefined || !existsSync(join(packageRoot, reader)))
      throw new Error(`keywords-table.ts must name the file that reads ${name}`);
    const on = restricted.map((owner) => owners[owner] ?? owner).join(", ");
    return [code(name), on, `${summary}. ${description}`, `[${reader.split("/").at(-1)}](../${reader})`];
  });
  return table(["keyword", "on", "says", "read by"], rows);
}
