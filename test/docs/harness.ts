import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Example, Method } from "../../codegen/contract/contract.ts";
import { exampleValues } from "../../docs/playground/call/example-values.ts";
import { readSiteContract } from "../../docs/playground/contract/site-contract.ts";
import type { SnippetCall } from "../../docs/playground/snippets/snippet.ts";
import { packageRoot } from "../../src/package-root.ts";

/** The document as the playground reads it. */
export const contract = readSiteContract(readFileSync(join(packageRoot, "openrpc.json"), "utf8"));

/** A method of the document. */
export function method(name: string): Method {
  const found = contract.methodsByName.get(name);
  if (found === undefined) throw new Error(`the document lists no ${name}`);
  return found;
}

/** Every example of every method. */
export const examples: readonly { readonly method: Method; readonly example: Example }[] =
  contract.methods.flatMap((each) => each.examples.map((example) => ({ method: each, example })));

/** An example as a call that is to be written. */
export function snippetCall(of: Method, example: Example, network = "localnet"): SnippetCall {
  return {
    contract,
    method: of,
    values: exampleValues(of, example),
    gateway: "http://127.0.0.1:3000",
    network,
  };
}
