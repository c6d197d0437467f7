import type { Tool } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { matchesMethod } from "../../../networks/method-patterns.ts";
import type { Network } from "../../../networks/network.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { providerOfHost } from "../../../providers/provider-names.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";
import { truncate } from "../../../text/truncate.ts";
import { invalidParam, unknownName } from "./faults.ts";
import { findTools } from "./find-tools.ts";
import { filterTools, findWord } from "./tool-filter.ts";

/** What a catalog reads of the networks. */
export type ToolNetworks = Pick<NetworkStore, "enabled" | "defaultNetwork">;

/** Which tools are offered. */
export interface ToolCatalogOptions {
  readonly tools: readonly ToolDescriptor[];
  /** Categories and method names; empty offers all. */
  readonly words: readonly string[];
  readonly readOnly: boolean;
  /** Providers whose own methods are listed, by id, besides those of the enabled networks' upstreams. */
  readonly providers: readonly string[];
  readonly networks: ToolNetworks;
}

/** The tools that are offered. */
export type ToolCatalog = ReturnType<typeof createToolCatalog>;

/** Longest list of network ids in each tool's `network` argument: it is repeated in every tool of the list. */
const longestIdList = 60;

/** Most methods that an error suggests. */
const maxNearest = 3;

/** Builds the catalog. Throws ConfigFaults for filter words that mean nothing. */
export function createToolCatalog(options: ToolCatalogOptions) {
  /** Whether three tools are listed that find all others. */
  const finds = options.words.includes(findWord);
  const words = options.words.filter((word) => word !== findWord);
  const offered = filterTools(options.tools, words, options.readOnly);
  /** The tools worth showing: none that are deprecated or duplicates, and a provider's own methods only if it has an upstream. */
  const listed = createListed(options, words, offered);
  const byName = new Map(offered.map((tool) => [tool.name, tool]));
  const known = new Set(options.tools.map(({ name }) => name));

  /** The tools as clients see them, of those that are included, with the `network` argument as these networks are now. */
  function list(isIncluded: (name: string) => boolean = () => true, networks = options.networks): Tool[] {
    const network = { type: "string", description: describeNetworks(networks) };
    if (finds) return findTools(network, options.readOnly);
    return listed()
      .filter(({ name }) => isIncluded(name))
      .map((tool) => toolOf(tool, network));
  }

  /** Undefined for a name that is unknown; throws for that of a tool that is not offered. */
  function offeredTool(name: string, listed: string): ToolDescriptor | undefined {
    const tool = byName.get(name);
    if (tool !== undefined || !known.has(name)) return tool;
    throw RpcError.of(
      "notAllowed",
      `${name} is not offered here: the operator narrowed the tools (tools, read_only); ${listed}.`,
    );
  }

  /** The tool of that name; throws an error that says why there is none. */
  function find(name: string, unknown: "invalidParams" | "methodNotFound"): ToolDescriptor {
    const tool = offeredTool(name, "tools/list lists them");
    if (tool !== undefined) return tool;
    throw unknownName("Unknown tool", "name", name, byName.keys(), "tools/list lists the tools", unknown);
  }

  /** The same for a method that one of the three tools is asked about. */
  function findMethod(name: string): ToolDescriptor {
    const tool = offeredTool(name, "findMethods finds those that are");
    if (tool !== undefined) return tool;
    const near = nearest(name, byName.keys(), maxNearest);
    const hint = didYouMean(near, "findMethods finds methods by plain words");
    throw invalidParam("method", `is unknown: ${JSON.stringify(truncate(name, 60))}; ${hint}`);
  }

  return { offered, finds, listed, list, find, findMethod };
}

/** The tools worth showing; the same list object while the upstreams' providers are the same. */
function createListed(
  { networks, providers: configured }: ToolCatalogOptions,
  words: readonly string[],
  offered: readonly ToolDescriptor[],
): () => readonly ToolDescriptor[] {
  let known = "";
  let shown: readonly ToolDescriptor[] | undefined;
  return () => {
    const enabled = networks.enabled();
    const present = new Set([...configured, ...enabled.flatMap(providersOf)]);
    const extra = [...new Set(enabled.flatMap(extraMethodsOf))];
    const text = [...present, ...extra].sort().join(" ");
    if (shown !== undefined && text === known) return shown;
    known = text;
    shown = offered.filter(
      ({ name, hidden, providers }) =>
        isNamed(words, name) ||
        (hidden !== true &&
          (providers === undefined || providers.some((id) => present.has(id)) || matchesMethod(extra, name))),
    );
    return shown;
  };
}

function providersOf({ rpcUrls }: Pick<Network, "rpcUrls">): string[] {
  return rpcUrls.flatMap(({ url, provider }) => provider?.id ?? providerOfHost(new URL(url).hostname) ?? []);
}

/** Methods that the providers of a network's upstreams serve besides those that the document lists for them. */
function extraMethodsOf({ rpcUrls }: Pick<Network, "rpcUrls">): string[] {
  return rpcUrls.flatMap(({ provider }) => provider?.extraMethods ?? []);
}

/** A tool that the operator asks for by its name is listed, whatever it is. */
function isNamed(words: readonly string[], name: string): boolean {
  return words.some((word) => word.toLowerCase() === name.toLowerCase());
}

function toolOf(
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
      // The gateway's own methods about networks select none.
      properties: category === "Network" ? { ...properties } : { ...properties, network },
      ...(required === undefined ? {} : { required: [...required] }),
    } as Tool["inputSchema"],
    annotations: { ...annotations },
  };
}

function describeNetworks(networks: ToolNetworks): string {
  const ids = networks.enabled().map(({ id }) => id);
  const shown: string[] = [];
  let left = longestIdList;
  for (const id of ids) {
    left -= id.length + 2;
    if (left < 0) break;
    shown.push(id);
  }
  const more = ids.length - shown.length;
  const enabled = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
  return `Network id, or all. Default ${networks.defaultNetwork().id}; enabled: ${enabled}`;
}
