import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";
import { cutParamMembers } from "../../../gateway/params/param-members.ts";
import { stringIn } from "../../../json/cut-text.ts";
import { createSearch } from "../../../text/search.ts";
import { truncate } from "../../../text/wording.ts";
import { finderToolArguments, isAnsweredFromCatalog, maxFound } from "./finder-tools.ts";
import { argumentsOfCall, networkArgument, type ToolCall, takeNetwork } from "./tool-arguments.ts";
import type { ToolCatalog } from "./tool-catalog.ts";
import { invalidParamError } from "./tool-errors.ts";
import { assertMayCallTool, mayCallTool } from "./tool-filter.ts";

const defaultLimit = 5;

/** Answers findMethods and describeMethod from a catalog, and reads the calls of callMethod. */
export class Finder {
  readonly #catalog: ToolCatalog;
  #indexed: readonly ToolDescriptor[] = [];
  #search = createSearch(this.#indexed);

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  /** Answers findMethods and describeMethod; undefined for other tools. */
  answer(name: string, params: string | undefined, caller: Caller): CallToolResult | undefined {
    if (!isAnsweredFromCatalog(name)) return undefined;
    const args = readArguments(name, params);
    if (name === "findMethods") return this.#find(args, caller);
    const tool = this.#requiredMethod(args);
    assertMayCallTool(caller, tool.name);
    return textResult(describe(tool));
  }

  /** Returns the call that callMethod makes; undefined for other tools. */
  toolCall(name: string, params: string | undefined): ToolCall | undefined {
    if (name !== "callMethod") return undefined;
    const args = readArguments(name, params);
    const tool = this.#requiredMethod(args);
    if (args.has("arguments") && args.has("params"))
      throw invalidParamError("params", "conflicts with arguments; give only one of them");
    const inner = takeNetwork(args.get("arguments") ?? args.get("params"));
    const { network } = argumentsOfCall(params);
    return {
      tool,
      args: { params: inner.params, network: inner.network ?? network },
      isNested: true,
    };
  }

  #find(args: ReadonlyMap<string, string>, caller: Caller): CallToolResult {
    const query = stringIn(args.get("query"));
    if (query === undefined || query.trim() === "")
      throw invalidParamError(
        "query",
        'is missing or not text; expected plain words, such as "tokens of a wallet"',
      );
    const limit = Number(args.get("limit") ?? defaultLimit);
    if (!Number.isInteger(limit) || limit < 1 || limit > maxFound)
      throw invalidParamError(
        "limit",
        `must be a whole number from 1 to ${maxFound}, got ${truncate(String(args.get("limit")))}`,
      );
    const listed = this.#catalog.listed();
    if (listed !== this.#indexed) {
      this.#indexed = listed;
      this.#search = createSearch(listed);
    }
    const matches = this.#search(query, listed.length)
      .filter(({ name }) => mayCallTool(caller, name))
      .slice(0, limit);
    const [best] = matches;
    if (best === undefined)
      return textResult({
        methods: [],
        hint: "Nothing matches these words: try others, such as balance, token, transaction or block.",
      });
    return textResult({
      methods: matches.map(({ name, description }) => ({ name, for: firstSentence(description) })),
      best: describe(best),
    });
  }

  #requiredMethod(args: ReadonlyMap<string, string>): ToolDescriptor {
    const name = stringIn(args.get("method"));
    if (name !== undefined) return this.#catalog.findNamedMethod(name);
    throw invalidParamError(
      "method",
      "is missing or not text; expected the name of a method, which findMethods finds",
    );
  }
}

/** Reads the arguments of one of the three tools as raw text. Throws for an unknown argument. */
function readArguments(name: string, params: string | undefined): ReadonlyMap<string, string> {
  const { params: text } = argumentsOfCall(params);
  const args = new Map(text?.[0] === "{" ? cutParamMembers(name, text) : []);
  const allowed = finderToolArguments[name]?.names ?? [];
  for (const key of args.keys()) {
    if (allowed.includes(key)) continue;
    const isCall = name === "callMethod";
    throw invalidParamError(
      truncate(key),
      `is no argument of ${name}, which takes ${[...allowed, networkArgument].join(", ")}${isCall ? "; what the method takes goes into arguments" : ""}`,
    );
  }
  return args;
}

function describe({ name, description, inputSchema, annotations, example }: ToolDescriptor): object {
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
