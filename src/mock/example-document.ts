import { canonical, compact } from "../json/canonical.ts";
import { cutArray, cutObject, unquote } from "../json/cut.ts";
import { RawJson } from "../json/raw-json.ts";

/**
 * A document of examples alone, as the Router of @open-rpc/server-js reads it: it answers with the first example whose
 * parameters equal the call's, position by position. Values of parameters are JSON text in one canonical form, results
 * are raw JSON: no digit can get lost on the way.
 */
export interface ExampleDocument {
  readonly methods: readonly ExampleMethod[];
}

/** One method with its examples. */
export interface ExampleMethod {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
  readonly paramStructure: "by-position";
  readonly result: { readonly name: string };
  readonly examples: readonly {
    readonly params: readonly { readonly value: string | undefined }[];
    readonly result: { readonly value: RawJson };
  }[];
}

interface Example {
  readonly params: ReadonlyMap<string, string>;
  readonly result: RawJson;
}

/** Cuts the examples out of the text of openrpc.json. */
export function readExamples(documentText: string): ExampleDocument {
  const methods = new Map(cutObject(documentText)).get("methods") ?? "[]";
  return { methods: cutArray(methods).map(readMethod) };
}

function readMethod(text: string): ExampleMethod {
  const fields = new Map(cutObject(text));
  const params = cutArray(fields.get("params") ?? "[]").map((param) => {
    const descriptor = new Map(cutObject(param));
    return { name: textOf(descriptor.get("name")), required: descriptor.get("required") === "true" };
  });
  const examples = cutArray(fields.get("examples") ?? "[]").map(readExample);
  const all = params.map((param) => param.name);
  const required = params.filter((param) => param.required).map((param) => param.name);
  return {
    name: textOf(fields.get("name")),
    params,
    paramStructure: "by-position",
    result: { name: "result" },
    // The very same call first, then one about the same thing with other options, then whatever there is.
    examples: [all, required, []].flatMap((names) => examples.map((example) => pairing(example, names))),
  };
}

function readExample(text: string): Example {
  const fields = new Map(cutObject(text));
  const params = cutArray(fields.get("params") ?? "[]").map((param): [string, string] => {
    const descriptor = new Map(cutObject(param));
    return [textOf(descriptor.get("name")), canonical(descriptor.get("value") ?? "null")];
  });
  const result = new Map(cutObject(fields.get("result") ?? "{}")).get("value") ?? "null";
  return { params: new Map(params), result: RawJson.fromText(compact(result)) };
}

/** The example as a call by position, over the first parameters only. */
function pairing(example: Example, names: readonly string[]): ExampleMethod["examples"][number] {
  return {
    params: names.map((name) => ({ value: example.params.get(name) })),
    result: { value: example.result },
  };
}

function textOf(raw: string | undefined): string {
  return raw === undefined ? "" : unquote(raw);
}
