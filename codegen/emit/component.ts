import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contract } from "../contract/contract.ts";
import { isObject, readJson } from "../contract/json-value.ts";
import { readContract } from "../contract/read-contract.ts";

/** Makes the text of one generated file. */
type Emitter = (contract: Contract) => string | Promise<string>;

/** What @open-rpc/generator requires of a custom component's module. */
export interface GeneratorComponent {
  readonly staticPath: () => undefined;
  readonly hooks: {
    readonly templateFiles: { readonly typescript: readonly never[] };
    readonly afterCompileTemplate: readonly ((
      folder: string,
      from: undefined,
      component: unknown,
      document: object,
    ) => Promise<void>)[];
  };
}

/**
 * Key under which the document contains its own text. The generator passes components a document with resolved references and
 * rounded numbers, but emitters need the names and all digits.
 */
export const sourceKey = "x-source";

/** Wraps an emitter as a component of @open-rpc/generator that writes one file. */
export function component(fileName: string, emit: Emitter): GeneratorComponent {
  const write = async (folder: string, _from: undefined, _component: unknown, document: object) => {
    const contract = contractOf(String((document as { [sourceKey]?: string })[sourceKey]));
    await writeFile(join(folder, fileName), await emit(contract));
  };
  return {
    staticPath: () => undefined,
    hooks: { templateFiles: { typescript: [] }, afterCompileTemplate: [write] },
  };
}

let latest: { readonly text: string; readonly contract: Contract } | undefined;

/** The contract of a text. Cached, because all components of a run have the same text. */
function contractOf(text: string): Contract {
  if (latest?.text !== text) {
    const document = readJson(text);
    latest = { text, contract: readContract(isObject(document) ? document : {}) };
  }
  return latest.contract;
}
