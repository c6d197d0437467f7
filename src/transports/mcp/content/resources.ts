import type {
  CompleteRequest,
  CompleteResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from "@modelcontextprotocol/server";
import type { ShownNetworks } from "../../../gateway/select-networks.ts";
import { type LosslessValue, parseLossless, stringifyLossless } from "../../../json/lossless.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import { summarizeNetwork } from "../../../networks/network.ts";
import { networkArgument } from "../tools/tool-arguments.ts";
import { unknownNameError } from "../tools/tool-errors.ts";

const scheme = "svm-gateway://";
const documentUri = `${scheme}openrpc.json`;
const networksUri = `${scheme}networks`;
const networkUri = `${networksUri}/`;
const methodUri = `${scheme}methods/`;

/** URI templates of a method page and of a network. */
const methodTemplate = `${methodUri}{method}`;
const networkTemplate = `${networkUri}{network}`;

/** Protocol limit on the values of a completion. */
const maxCompletions = 100;

const json = "application/json";
const markdown = "text/markdown";

const fixedResources: readonly Resource[] = [
  {
    uri: documentUri,
    name: "openrpc.json",
    title: "OpenRPC document",
    description:
      "Every method with its parameters, result, errors and examples; large. Prefer a method's page.",
    mimeType: json,
  },
  {
    uri: networksUri,
    name: "networks",
    title: "Networks",
    description: "All networks of the gateway, and which of them are enabled.",
    mimeType: json,
  },
];

const templates: ResourceTemplateType[] = [
  {
    uriTemplate: methodTemplate,
    name: "method page",
    title: "Page of a method",
    description: "What a method answers, its parameters, result, errors and examples.",
    mimeType: markdown,
  },
  {
    uriTemplate: networkTemplate,
    name: "network",
    title: "A network",
    description: "A network's name, kind, chain id, upstream and whether it is enabled.",
    mimeType: json,
  },
];

/** The resources of the tool protocol: the document, the networks, and a page for each method. */
export class Resources {
  readonly templates = templates;
  readonly #document: RawJson;
  /** The parsed document, on first use. */
  #view: DocumentView | undefined;

  constructor(document: RawJson) {
    this.#document = document;
  }

  list(networks: ShownNetworks): Resource[] {
    const methods = this.#parsed.methods.map(({ name, summary }) => ({
      uri: methodUri + name,
      name,
      title: name,
      description: summary,
      mimeType: markdown,
    }));
    const networkResources = networks.list().map(({ id, name }) => ({
      uri: networkUri + id,
      name: id,
      title: name,
      description: "A network of the gateway.",
      mimeType: json,
    }));
    return [...fixedResources, ...networkResources, ...methods];
  }

  read(uri: string, networks: ShownNetworks): ReadResourceResult {
    const text = this.#textOf(uri, networks);
    if (text !== undefined)
      return { contents: [{ uri, mimeType: uri.startsWith(methodUri) ? markdown : json, text }] };
    const uris = this.list(networks).map((resource) => resource.uri);
    throw unknownNameError("Resource not found", "uri", uri, uris, "resources/list lists the resources");
  }

  /** Completes method names and network ids in resource URIs and prompt arguments. */
  complete({ ref, argument }: CompleteRequest["params"], networks: ShownNetworks): CompleteResult {
    const prefix = argument.value.toLowerCase();
    const matching = this.#candidates(ref, argument.name, networks).filter((word) =>
      word.toLowerCase().startsWith(prefix),
    );
    const values = matching.slice(0, maxCompletions);
    return { completion: { values, total: matching.length, hasMore: values.length < matching.length } };
  }

  get #parsed(): DocumentView {
    this.#view ??= parseLossless(this.#document.toString()) as unknown as DocumentView;
    return this.#view;
  }

  #textOf(uri: string, networks: ShownNetworks): string | undefined {
    if (uri === documentUri) return this.#document.toString();
    if (uri.startsWith(methodUri)) return methodPage(this.#parsed, uri.slice(methodUri.length));
    const all = networks.list();
    if (uri === networksUri) return JSON.stringify({ networks: all.map(summarizeNetwork) });
    const network = all.find(({ id }) => uri === networkUri + id);
    return network && JSON.stringify(summarizeNetwork(network));
  }

  #candidates(ref: CompleteRequest["params"]["ref"], argument: string, networks: ShownNetworks): string[] {
    if (ref.type === "ref/resource") {
      if (ref.uri === methodTemplate && argument === "method")
        return this.#parsed.methods.map(({ name }) => name);
      if (ref.uri !== networkTemplate) return [];
    }
    return argument === networkArgument ? networks.list().map(({ id }) => id) : [];
  }
}

/** The parts of the document used by method pages. */
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
  readonly params: readonly (NamedSchema & { readonly summary: string; readonly required?: boolean })[];
  readonly result: NamedSchema;
  readonly errors?: readonly { readonly $ref: string }[];
  readonly examples: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string; readonly value: LosslessValue }[];
    readonly result: { readonly value: LosslessValue };
  }[];
}

interface NamedSchema {
  readonly name: string;
  readonly schema: LosslessValue;
}

/** The page of a method as Markdown; undefined for an unknown method. */
function methodPage({ methods, components: { errors } }: DocumentView, name: string): string | undefined {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined) return undefined;
  const params = method.params.map(
    ({ name, summary, required, schema }) =>
      `- \`${name}\` (${typeName(schema)}${required ? ", required" : ""}): ${summary}`,
  );
  const codes = (method.errors ?? []).flatMap(({ $ref }) => {
    const error = errors[lastSegment($ref)];
    return error === undefined ? [] : [`- ${error.code}: ${error.message}`];
  });
  return [
    `# ${method.name}`,
    method.deprecated === true ? `${method.summary} (deprecated)` : method.summary,
    method.description,
    "## Parameters",
    params.length === 0 ? "None." : params.join("\n"),
    "## Result",
    `\`${method.result.name}\`: ${jsonBlock(method.result.schema)}`,
    "## Errors",
    codes.join("\n"),
    "## Examples",
    ...method.examples.map(writeExample),
  ].join("\n\n");
}

function writeExample({ name, params, result }: MethodView["examples"][number]): string {
  const args = Object.fromEntries(params.map(({ name: param, value }) => [param, value]));
  return `### ${name}\n\nArguments: ${jsonBlock(args)}\n\nResult: ${jsonBlock(result.value)}`;
}

function jsonBlock(value: LosslessValue): string {
  return `\n\n\`\`\`json\n${stringifyLossless(value)}\n\`\`\``;
}

function typeName(schema: LosslessValue): string {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return "any";
  const { $ref, type, items } = schema;
  if (typeof $ref === "string") return lastSegment($ref);
  if (type === "array" && items !== undefined) return `array of ${typeName(items)}`;
  return typeof type === "string" ? type : "any";
}

function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
