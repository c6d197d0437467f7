import { readFileSync } from "node:fs";
import { expect } from "chai";
import { typeName } from "../../codegen/contract/names.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { clientSubscriptions } from "../../generated/client.ts";
import { realDocument } from "../codegen/harness.ts";

const generated = (name: string) => readFileSync(new URL(`../../generated/${name}`, import.meta.url), "utf8");

/** The doc comment that ends right before the first match of a pattern; empty where there is none. */
function commentBefore(text: string, pattern: RegExp): string {
  const at = text.search(pattern);
  const before = text.slice(0, Math.max(at, 0)).trimEnd();
  return before.endsWith("*/") ? before.slice(before.lastIndexOf("/**")) : "";
}

describe("what an editor shows of the client", () => {
  const { methods } = readContract(realDocument);
  const client = generated("client.ts");
  const types = generated("types.ts");
  const stems = new Map(
    Object.entries(clientSubscriptions).map(([stem, { subscribe }]) => [subscribe, stem] as const),
  );

  it("holds the document's summary and description of every method and subscription", () => {
    const shown = methods.filter(({ kind }) => kind !== "unsubscribe");
    expect(shown).to.have.length.above(100);
    const silent = shown.filter(({ name, summary, description }) => {
      const comment = commentBefore(client, new RegExp(`^  ${stems.get(name) ?? name}[<(]`, "m"));
      return !(comment.includes(summary) && comment.includes(description));
    });
    expect(silent.map(({ name }) => name)).to.deep.equal([]);
  });

  it("holds the document's description of every parameter", () => {
    const silent = methods.flatMap(({ name, params }) => {
      const start = types.indexOf(`export interface ${typeName(name)}Params `);
      const body = types.slice(start, types.indexOf("\n}", start));
      return params
        .filter(
          (param) => !commentBefore(body, new RegExp(`^  ${param.name}\\??:`, "m")).includes(param.summary),
        )
        .map((param) => `${name}.${param.name}`);
    });
    expect(silent).to.deep.equal([]);
  });
});
