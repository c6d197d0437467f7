import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { emitHandlers } from "../../codegen/emit-handlers.ts";
import { readContract } from "../../codegen/read-contract.ts";
import { validateDocument } from "../../codegen/validate-document.ts";
import { packageRoot } from "../../src/package-root.ts";
import { fencedBlocks, guideText } from "./fenced-blocks.ts";

describe("the guide to adding a method", () => {
  const guide = guideText("docs/adding-a-method.md");
  const method = fencedBlocks(guide).find(({ notes }) => notes[0] === "method")?.text ?? "";
  const name = (JSON.parse(method) as { name: string }).name;

  it("describes one that the generator takes, and for which it asks a handler", () => {
    const standing = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
      methods: object[];
    };
    // Beside two others: checking all of them takes seconds.
    const methods = [...standing.methods.slice(0, 2), JSON.parse(method) as object];
    const { document, faults } = validateDocument(JSON.stringify({ ...standing, methods }));
    expect(faults).to.deep.equal([]);
    if (document === undefined) throw new Error("no document");
    const handlers = emitHandlers(readContract(document));
    const other = /export interface OtherHandlers[\s\S]*?\n}/.exec(handlers)?.[0];
    expect(other).to.contain(name);
  });

  it("names a handler table that is there, and the interface that it implements", () => {
    const table = readFileSync(join(packageRoot, "src/handlers/other-handlers.ts"), "utf8");
    expect(table).to.contain("OtherHandlers<HandlerContext>");
    expect(guide).to.contain(`\n  ${name}: forward,\n`);
  });
});
