import type { Tool } from "@modelcontextprotocol/server";
import type { Config } from "../../../../generated/config.ts";
import { tools } from "../../../../generated/tools.ts";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { ShownNetworks } from "../../../gateway/select-networks.ts";
import { matchesMethod, providersOf } from "../../../networks/network.ts";
import { extraMethodsOf } from "../../../networks/resolve-networks.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";
import { truncate } from "../../../text/wording.ts";
import { finderTools } from "./finder-tools.ts";
import { invalidParamError, unknownNameError } from "./tool-errors.ts";
import { filterTools, findWord } from "./tool-filter.ts";

/** Longest list of network ids, in characters. Every tool repeats it in its `network` argument. */
const maxIdListLength = 60;

const maxSuggested = 3;

const allNames = new Set(tools.map(({ name }) => name));

/** The tools that clients may list and call. */
export class ToolCatalog {
  /** True if only findMethods, describeMethod and callMethod are listed. */
  readonly hasFinder: boolean;
  readonly offered: readonly ToolDescriptor[];
  readonly #config: Pick<Config, "toolsReadOnly" | "toolsProviders">;
  readonly #store: ShownNetworks;
  readonly #words: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, ToolDescriptor>;
  #listedFor: string | undefined;
  #listedTools: readonly ToolDescriptor[] = [];

  /** Throws ConfigFaults for words that are neither a category nor a method. */
  constructor(config: Pick<Config, "tools" | "toolsReadOnly" | "toolsProviders">, store: ShownNetworks) {
    this.#config = config;
    this.#store = store;
    this.hasFinder = config.tools.includes(findWord);
    const words = config.tools.filter((word) => word !== findWord);
    this.#words = new Set(words.map((word) => word.toLowerCase()));
    this.offered = filterTools(words, config.toolsReadOnly);
    this.#byName = new Map(this.offered.map((tool) => [tool.name, tool]));
  }

  /**
   * Lists the offered tools except deprecated and duplicate ones, and provider-specific ones whose provider is neither configured nor
   * serves an enabled network. Returns the same array until the providers change.
   */
  listed(): readonly ToolDescriptor[] {
    const enabled = this.#store.enabled();
    const present = new Set([...this.#config.toolsProviders, ...enabled.flatMap(providersOf)]);
    const extra = [...new Set(enabled.flatMap(extraMethodsOf))];
    const key = [...present, ...extra].sort().join(" ");
    if (key === this.#listedFor) return this.#listedTools;
    this.#listedFor = key;
    this.#listedTools = this.offered.filter(
      ({ name, hidden, providers }) =>
        // A tool that the operator names is listed even if it is deprecated.
        this.#words.has(name.toLowerCase()) ||
        (hidden !== true &&
          (providers === undefined || providers.some((id) => present.has(id)) || matchesMethod(extra, name))),
    );
    return this.#listedTools;
  }

  /** Returns the included tools in protocol format, with a `network` argument that names the enabled networks. */
  list(isIncluded: (name: string) => boolean = () => true, networks = this.#store): Tool[] {
    const network = { type: "string", description: describeNetworks(networks) };
    if (this.hasFinder) return finderTools(network, this.#config.toolsReadOnly);
    return this.listed()
      .filter(({ name }) => isIncluded(name))
      .map((tool) => toTool(tool, network));
  }

  /** Finds a tool by name. Throws if it is unknown or not offered. */
  find(name: string, unknown: "invalidParams" | "methodNotFound"): ToolDescriptor {
    const tool = this.#findOffered(name, "tools/list lists them");
    if (tool !== undefined) return tool;
    throw unknownNameError(
      "Unknown tool",
      "name",
      name,
      this.#byName.keys(),
      "tools/list lists the tools",
      unknown,
    );
  }

  /** Finds the tool named by the argument `method` of describeMethod or callMethod. Throws if it is unknown or not offered. */
  findNamedMethod(name: string): ToolDescriptor {
    const tool = this.#findOffered(name, "findMethods finds those that are");
    if (tool !== undefined) return tool;
    const suggestions = nearest(name, this.#byName.keys(), maxSuggested);
    const hint = didYouMean(suggestions, "findMethods finds methods by plain words");
    throw invalidParamError("method", `is unknown: ${JSON.stringify(truncate(name))}; ${hint}`);
  }

  /** Finds a tool by name; undefined if unknown. Throws for a tool that is not offered. */
  #findOffered(name: string, hint: string): ToolDescriptor | undefined {
    const tool = this.#byName.get(name);
    if (tool !== undefined || !allNames.has(name)) return tool;
    throw RpcError.of(
      "notAllowed",
      `${name} is not offered here: the operator narrowed the tools (tools, tools_read_only); ${hint}.`,
    );
  }
}

function toTool(
  { name, title, description, inputSchema, annotations, category }: ToolDescriptor,
  network: object,
): Tool {
  const { properties, required } = inputSchema;
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      // Network management methods run on no network.
      properties: category === "Network" ? { ...properties } : { ...properties, network },
      ...(required === undefined ? {} : { required: [...required] }),
    } as Tool["inputSchema"],
    annotations: { ...annotations },
  };
}

function describeNetworks(networks: ShownNetworks): string {
  const ids = networks.enabled().map(({ id }) => id);
  const shown: string[] = [];
  let remaining = maxIdListLength;
  for (const id of ids) {
    remaining -= id.length + 2;
    if (remaining < 0) break;
    shown.push(id);
  }
  const more = ids.length - shown.length;
  const enabled = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
  return `Network id, or all. Default ${networks.defaultNetwork().id}; enabled: ${enabled}`;
}
