import { canonical, compact } from "../json/canonical.ts";
import { cutArray, cutObject, unquote } from "../json/cut.ts";
import { RawJson } from "../json/raw-json.ts";

/**
 * The document's examples in the form that the Router of @open-rpc/server-js takes. It answers with the first example whose
 * parameters equal the call's. Parameters are canonical JSON text and results raw JSON, so that large numbers keep all digits.
 */
export interface ExampleDocument {
  readonly methods: readonly ExampleMethod[];
}

interface ExampleMethod {
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

/** Extracts the examples from the text of openrpc.json. */
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
    // Prefers an example with the same parameters, then one with the same required ones, then any.
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

/** An example that matches any call whose parameters of these names are the same. */
function pairing(example: Example, names: readonly string[]): ExampleMethod["examples"][number] {
  return {
    params: names.map((name) => ({ value: example.params.get(name) })),
    result: { value: example.result },
  };
}

function textOf(raw: string | undefined): string {
  return raw === undefined ? "" : unquote(raw);
}
