import { type LosslessValue, parseLossless, stringifyLossless } from "../../../json/lossless.ts";
import type { RawJson } from "../../../json/raw-json.ts";

/** The parts of the document that a method page shows. */
interface DocumentView {
  readonly methods: readonly MethodView[];
  readonly components: {
    readonly errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  };
}

interface MethodView {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly params: readonly (Named & { readonly summary: string; readonly required?: boolean })[];
  readonly result: Named;
  readonly errors?: readonly { readonly $ref: string }[];
  readonly examples: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string; readonly value: LosslessValue }[];
    readonly result: { readonly value: LosslessValue };
  }[];
}

interface Named {
  readonly name: string;
  readonly schema: LosslessValue;
}

/** A method as lists of pages name it. */
export interface MethodEntry {
  readonly name: string;
  readonly summary: string;
}

/** Builds the pages of the document's methods. Parses the document when the first page is requested. */
export function createMethodPages(document: RawJson) {
  let opened: { readonly view: DocumentView; readonly byName: ReadonlyMap<string, MethodView> } | undefined;
  const open = () => {
    if (opened === undefined) {
      const view = parseLossless(document.toString()) as unknown as DocumentView;
      opened = { view, byName: new Map(view.methods.map((method) => [method.name, method])) };
    }
    return opened;
  };
  return {
    entries: (): readonly MethodEntry[] => open().view.methods,
    /** The page as Markdown; undefined for an unknown method. */
    page(name: string): string | undefined {
      const { view, byName } = open();
      const method = byName.get(name);
      return method === undefined ? undefined : pageOf(method, view.components.errors);
    },
  };
}

function pageOf(method: MethodView, errors: DocumentView["components"]["errors"]): string {
  const params = method.params.map(
    ({ name, summary, required, schema }) =>
      `- \`${name}\` (${typeName(schema)}${required ? ", required" : ""}): ${summary}`,
  );
  const codes = (method.errors ?? []).flatMap(({ $ref }) => {
    const error = errors[lastPart($ref)];
    return error === undefined ? [] : [`- ${error.code}: ${error.message}`];
  });
  return [
    `# ${method.name}`,
    method.deprecated === true ? `${method.summary} (deprecated)` : method.summary,
    method.description,
    "## Parameters",
    params.length === 0 ? "None." : params.join("\n"),
    "## Result",
    `\`${method.result.name}\`: ${block(method.result.schema)}`,
    "## Errors",
    codes.join("\n"),
    "## Examples",
    ...method.examples.map(exampleText),
  ].join("\n\n");
}

function exampleText({ name, params, result }: MethodView["examples"][number]): string {
  const given = Object.fromEntries(params.map(({ name: param, value }) => [param, value]));
  return `### ${name}\n\nArguments: ${block(given)}\n\nResult: ${block(result.value)}`;
}

function block(value: LosslessValue): string {
  return `\n\n\`\`\`json\n${stringifyLossless(value)}\n\`\`\``;
}

function typeName(schema: LosslessValue): string {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "any";
  const { $ref, type, items } = schema;
  if (typeof $ref === "string") return lastPart($ref);
  if (type === "array" && items !== undefined) return `array of ${typeName(items)}`;
  return typeof type === "string" ? type : "any";
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
