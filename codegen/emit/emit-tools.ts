import { getOrAdd } from "../../src/get-or-add.ts";
import { stringifyLossless } from "../../src/json/lossless.ts";
import type { Contract, Method, Param } from "../contract/contract.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { Expression, type LiteralValue, literal } from "../contract/literal.ts";
import { constantName, mostFrequent, NameTable } from "../contract/names.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";
import { argumentText, toolDescription, toolSchema } from "./tool-schema.ts";

/** An option that this many tools share is explained only once. */
const manyTools = 8;

/** Emits the tools of the tool protocol: one for every ledger and network method. */
export function emitTools(contract: Contract): string {
  const printer = new Printer("emit-tools.ts", [
    "Every ledger and network method as a tool for language models. Texts and schemas are short: a list of all tools must",
    "leave room for the conversation. Arguments that several tools share are above the list.",
  ]);
  const methods = contract.methods.filter((method) => method.tool !== undefined);
  const shared = new SharedProperties(contract, methods);
  const rows = methods.map((method) => literal(toolRow(shared, method)));
  for (const { name, code } of shared.all) printer.line(`const ${name} = ${code};`);
  printer.line();
  printer.doc(
    "Explanations of options that many tools share; the tools only name them, so a model must be given these once.",
  );
  printer.line(
    `export const toolGlossary: Readonly<Record<string, string>> = ${literal(shared.glossary)};\n`,
  );
  printer.doc("Every tool, in the order of the document.");
  const type = printer.type("ToolDescriptor", "../src/contract/tool-descriptor.ts");
  printer.line(`export const tools: readonly ${type}[] = [\n${rows.join(",\n")}\n];`);
  return printer.toString();
}

export default component("tools.ts", emitTools);

/** Properties of input schemas. Each distinct property becomes a constant. */
class SharedProperties {
  readonly #contract: Contract;
  readonly #names = new NameTable();
  readonly #constants = new Map<string, string>();
  readonly #glossary = new Map<string, string>();

  constructor(contract: Contract, methods: readonly Method[]) {
    this.#contract = contract;
    const options = methods.flatMap((method) => method.params.filter((param) => !param.required));
    for (const [name, summaries] of summariesByName(options)) {
      if (summaries.length >= manyTools) this.#glossary.set(name, mostFrequent(summaries));
    }
  }

  get all(): readonly { readonly name: string; readonly code: string }[] {
    return [...this.#constants].map(([code, name]) => ({ name, code }));
  }

  get glossary(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#glossary);
  }

  constantOf(param: Param): Expression {
    const code = literal(this.#property(param));
    const makeName = () => this.#names.unique(constantName(param.name));
    return new Expression(getOrAdd(this.#constants, code, makeName));
  }

  #property(param: Param): JsonObject {
    const schema = toolSchema(this.#contract, param.schema);
    // Allowed words explain an option well enough; required arguments are always explained.
    if (!param.required && (schema.enum !== undefined || this.#isExplained(param))) return schema;
    return { ...schema, description: argumentText(param) };
  }

  /** True if the glossary has this text. The text of `limit` differs between tools. */
  #isExplained(param: Param): boolean {
    return this.#glossary.get(param.name) === argumentText(param);
  }
}

function summariesByName(options: readonly Param[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const option of options) {
    getOrAdd(byName, option.name, () => []).push(argumentText(option));
  }
  return byName;
}

function toolRow(shared: SharedProperties, method: Method): LiteralValue {
  const { tool } = method;
  const required = method.params.filter((param) => param.required).map((param) => param.name);
  const properties = method.params.map((param): [string, LiteralValue] => [
    param.name,
    shared.constantOf(param),
  ]);
  return {
    name: method.name,
    title: tool?.title,
    description: toolDescription(method),
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: required.length === 0 ? undefined : required,
    },
    annotations: {
      readOnlyHint: tool?.readOnly,
      destructiveHint: tool?.destructive,
      idempotentHint: tool?.idempotent,
      openWorldHint: method.kind === "ledger" ? undefined : false,
    },
    category: method.category,
    asks: tool?.asks,
    words: tool?.words,
    // A method that the gateway can compose itself is available on every network.
    providers: method.origin === "composed" ? undefined : method.providers,
    hidden: method.deprecated || tool?.doubleOf !== undefined || tool?.unlisted === true ? true : undefined,
    example: exampleArguments(method),
  };
}

/** Arguments of the first example, as JSON text. */
function exampleArguments(method: Method): string {
  const [example] = method.examples;
  return stringifyLossless(Object.fromEntries(example?.params ?? []));
}
