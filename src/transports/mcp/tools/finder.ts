import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { cutObject } from "../../../json/cut.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { createSearch } from "../../../text/search.ts";
import { maxFound } from "./find-tools.ts";
import { argumentsOfCall, networkArgument, type ToolArguments, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";

/** Methods that a search gives by default. */
const usuallyFound = 5;

/** A tool to call and the arguments for it. */
export interface Target {
  readonly tool: ToolDescriptor;
  readonly given: ToolArguments;
}

/** Answers the three tools. */
export interface Finder {
  /** Whether a tool of this name is answered from the catalog alone. */
  answers(name: string): boolean;
  /** What a search or a description answers; undefined for every other name. */
  answer(name: string, params: string | undefined): CallToolResult | undefined;
  /** What callMethod calls; undefined for every other name. */
  target(name: string, params: string | undefined): Target | undefined;
}

/** Builds the three tools over a catalog. */
export function createFinder(catalog: ToolCatalog): Finder {
  let searched = catalog.listed();
  let search = createSearch(searched);

  function find(params: string | undefined): CallToolResult {
    const { query, limit = usuallyFound } = membersOf(params);
    if (typeof query !== "string" || query.trim() === "")
      throw missing("query", 'plain words, such as {"query":"tokens of a wallet"}');
    const most =
      typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), maxFound) : usuallyFound;
    if (catalog.listed() !== searched) {
      searched = catalog.listed();
      search = createSearch(searched);
    }
    const found = search(query, most);
    const [best] = found;
    if (best === undefined)
      return textResult({
        methods: [],
        hint: "Nothing matches these words: try others, such as balance, token, transaction or block.",
      });
    return textResult({
      methods: found.map(({ name, description }) => ({ name, for: firstSentence(description) })),
      best: described(best),
    });
  }

  return {
    answers: (name) => name === "findMethods" || name === "describeMethod",
    answer(name, params) {
      if (name === "findMethods") return find(params);
      if (name === "describeMethod")
        return textResult(described(catalog.find(methodOf(params), "invalidParams")));
      return undefined;
    },
    target(name, params) {
      if (name !== "callMethod") return undefined;
      const tool = catalog.find(methodOf(params), "invalidParams");
      const { params: outer, network } = argumentsOfCall(params);
      const raw = (outer === undefined ? [] : cutObject(outer)).findLast(([key]) => key === "arguments")?.[1];
      const inner = takeNetwork(raw);
      return { tool, given: { params: inner.params, network: inner.network ?? network } };
    },
  };
}

function membersOf(params: string | undefined): Record<string, unknown> {
  const { params: text } = argumentsOfCall(params);
  return text?.[0] === "{" ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function methodOf(params: string | undefined): string {
  const { method: name } = membersOf(params);
  if (typeof name === "string") return name;
  throw missing("method", "the name of a method; findMethods finds it");
}

function missing(param: string, expected: string): RpcError {
  return RpcError.of(
    "invalidParams",
    `Invalid params: ${param} is missing or not text; expected ${expected}.`,
    {
      data: { faults: [{ param, message: `must be ${expected}` }] },
    },
  );
}

function described({ name, description, inputSchema, annotations, example }: ToolDescriptor): object {
  const isHarmless = !annotations.destructiveHint;
  return {
    name,
    description,
    inputSchema,
    changesSomething: !annotations.readOnlyHint,
    ...(isHarmless ? { example } : {}),
    note: `${networkArgument} of callMethod selects a network.`,
  };
}

function firstSentence(text: string): string {
  const end = text.search(/[.:;](?: |$)/);
  return end < 0 ? text : text.slice(0, end);
}

function textResult(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}
