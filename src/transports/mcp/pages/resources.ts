import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { RawJson } from "../../../json/raw-json.ts";
import { networkRecord } from "../../../networks/network-record.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { unknownName } from "../tools/faults.ts";
import { createMethodPages } from "./method-page.ts";

/** The networks that a caller may see. */
export type NetworkList = Pick<NetworkStore, "list">;

/** The resources that a model may read. */
export type Resources = ReturnType<typeof createResources>;

const scheme = "svm-gateway://";
const documentUri = `${scheme}openrpc.json`;
const networksUri = `${scheme}networks`;
const networkUri = `${networksUri}/`;
const methodUri = `${scheme}methods/`;

/** URI template of a method page, and its variable. */
export const methodTemplate = { uriTemplate: `${methodUri}{method}`, variable: "method" } as const;

/** URI template of a network, and its variable. */
export const networkTemplate = { uriTemplate: `${networkUri}{network}`, variable: "network" } as const;

const json = "application/json";
const markdown = "text/markdown";

const fixed: readonly Resource[] = [
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
    description: "The networks that the gateway knows, and which of them are enabled.",
    mimeType: json,
  },
];

const templates: ResourceTemplateType[] = [
  {
    uriTemplate: methodTemplate.uriTemplate,
    name: "method page",
    title: "Page of a method",
    description: "What a method answers, its parameters, result, errors and examples.",
    mimeType: markdown,
  },
  {
    uriTemplate: networkTemplate.uriTemplate,
    name: "network",
    title: "A network",
    description: "A network's name, kind, chain id, upstream and whether it is enabled.",
    mimeType: json,
  },
];

/** Builds the resources: the document, the list of networks, each network, and a page for each method. */
export function createResources(document: RawJson) {
  const pages = createMethodPages(document);

  function list(networks: NetworkList): Resource[] {
    const methods = pages.entries().map(({ name, summary }) => ({
      uri: methodUri + name,
      name,
      title: name,
      description: summary,
      mimeType: markdown,
    }));
    const each = networks.list().map(({ id, name }) => ({
      uri: networkUri + id,
      name: id,
      title: name,
      description: "A network that the gateway knows.",
      mimeType: json,
    }));
    return [...fixed, ...each, ...methods];
  }

  function read(uri: string, networks: NetworkList): ReadResourceResult {
    const text = textOf(uri, networks);
    if (text !== undefined)
      return { contents: [{ uri, mimeType: uri.startsWith(methodUri) ? markdown : json, text }] };
    const known = list(networks).map((resource) => resource.uri);
    throw unknownName("Resource not found", "uri", uri, known, "resources/list lists the resources");
  }

  function textOf(uri: string, networks: NetworkList): string | undefined {
    if (uri === documentUri) return document.toString();
    if (uri.startsWith(methodUri)) return pages.page(uri.slice(methodUri.length));
    const all = networks.list();
    if (uri === networksUri) return JSON.stringify({ networks: all.map(networkRecord) });
    const network = all.find(({ id }) => uri === networkUri + id);
    return network && JSON.stringify(networkRecord(network));
  }

  return { pages, templates, list, read };
}
