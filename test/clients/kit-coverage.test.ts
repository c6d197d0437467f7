import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { methods } from "../../generated/methods.ts";

const require = createRequire(import.meta.url);

/** The methods of kit's SolanaRpcApi type, as its declarations name them. */
function methodsOfKit(): readonly string[] {
  const kit = createRequire(require.resolve("@solana/kit"));
  const types = join(dirname(kit.resolve("@solana/rpc-api")), "types");
  const index = readFileSync(join(types, "index.d.ts"), "utf8");
  const listed = new Set(index.match(/\b\w+Api\b/g));
  const found = readdirSync(types)
    .filter((name) => name.endsWith(".d.ts") && name !== "index.d.ts")
    .flatMap((name) => declaredIn(readFileSync(join(types, name), "utf8"), listed));
  return [...new Set(found)];
}

/** Names of the methods of those API types of a file that kit's index makes its whole API of. */
function declaredIn(text: string, listed: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/export type (\w+Api) = \{([\s\S]*?)\n\};/g)]
    .filter(([, name = ""]) => listed.has(name))
    .flatMap(([, , body = ""]) =>
      [...body.matchAll(/^ {4}(\w+)(?:<[^(]*>)?\(/gm)].map(([, name = ""]) => name),
    );
}

describe("@solana/kit's SolanaRpcApi", () => {
  const names = methodsOfKit();

  it("is read from the installed package", () => {
    expect(names.length).to.be.at.least(54);
    expect(names).to.include.members(["getBalance", "getTransactionsForAddress", "sendTransaction"]);
  });

  for (const name of names) {
    it(`has ${name}, and the document too`, () => {
      expect(Object.hasOwn(methods, name)).to.equal(true);
    });
  }
});
