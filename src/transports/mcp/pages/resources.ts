import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { RawJson } from "../../../json/raw-json.ts";
import { networkRecord } from "../../../networks/network-record.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { unknownName } from "../tools/faults.ts";
import { createMethodPages } from "./method-page.ts";

/** The networks that a caller may see. */
export type NetworkList = Pick<NetworkStore, "list">;

/** What a model may read besides calling tools. */
export type Resources = ReturnType<typeof createResources>;

const scheme = "svm-gateway://";
const documentUri = `${scheme}openrpc.json`;
const networksUri = `${scheme}networks`;
const networkUri = `${networksUri}/`;
const methodUri = `${scheme}methods/`;

/** The template of a method page's address, and the name of its variable. */
export const methodTemplate = { uriTemplate: `${methodUri}{method}`, variable: "method" } as const;

/** The template of a network's address, and the name of its variable. */
export const networkTemplate = { uriTemplate: `${networkUri}{network}`, variable: "network" } as const;

/** Builds the resources: the document, the networks together and each, and a page for each method. */
export function createResources(document: RawJson) {
  const pages = createMethodPages(document);
  const fixed: readonly (Resource & { readonly text: (networks: NetworkList) => string })[] = [
    {
      uri: documentUri,
      name: "openrpc.json",
      title: "OpenRPC document",
      description:
        "Every method with its parameters, result, errors and examples; large. Prefer a method's page.",
      mimeType: "application/json",
      text: () => document.toString(),
    },
    {
      uri: networksUri,
      name: "networks",
      title: "Networks",
      description: "The networks that the gateway knows, and which of them are enabled.",
      mimeType: "application/json",
      text: (networks) => JSON.stringify({ networks: networks.list().map(networkRecord) }),
    },
  ];
  const templates: ResourceTemplateType[] = [
    {
      uriTemplate: methodTemplate.uriTemplate,
      name: "method page",
      title: "Page of a method",
      description: "What a method answers, its parameters, result, errors and examples.",
      mimeType: "text/markdown",
    },
    {
      uriTemplate: networkTemplate.uriTemplate,
      name: "network",
      title: "A network",
      description: "A network's name, kind, chain id, upstream and whether it is enabled.",
      mimeType: "application/json",
    },
  ];

  function list({ list: listNetworks }: NetworkList): Resource[] {
    const methods = pages.entries().map(({ name, summary }) => ({
      uri: methodUri + name,
      name,
      title: name,
      description: summary,
      mimeType: "text/markdown",
    }));
    const networks = listNetworks().map(({ id, name }) => ({
      uri: networkUri + id,
      name: id,
      title: name,
      description: "A network that the gateway knows.",
      mimeType: "application/json",
    }));
    return [...fixed.map(({ text: _text, ...resource }) => resource), ...networks, ...methods];
  }

  function networkText(id: string, networks: NetworkList): string | undefined {
    const network = networks.list().find((shown) => shown.id === id);
    return network === undefined ? undefined : JSON.stringify(networkRecord(network));
  }

  function read(uri: string, networks: NetworkList): ReadResourceResult {
    const found = fixed.find((resource) => resource.uri === uri);
    if (found !== undefined)
      return { contents: [{ uri, mimeType: found.mimeType ?? "", text: found.text(networks) }] };
    const text = uri.startsWith(methodUri) ? pages.page(uri.slice(methodUri.length)) : undefined;
    if (text !== undefined) return { contents: [{ uri, mimeType: "text/markdown", text }] };
    const record = uri.startsWith(networkUri)
      ? networkText(uri.slice(networkUri.length), networks)
      : undefined;
    if (record !== undefined) return { contents: [{ uri, mimeType: "application/json", text: record }] };
    const known = list(networks).map((resource) => resource.uri);
    throw unknownName("Resource not found", "uri", uri, known, "resources/list lists the resources");
  }

  return { pages, templates, list, read };
}
