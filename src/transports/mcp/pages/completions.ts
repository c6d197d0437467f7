import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import { networkArgument } from "../tools/tool-arguments.ts";
import { methodTemplate, type NetworkList, networkTemplate, type Resources } from "./resources.ts";

/** Most values of one answer, set by the protocol. */
const maxValues = 100;

/** Completes names of methods and ids of networks, in URIs of resources and arguments of prompts. */
export function complete(
  { ref, argument }: CompleteRequest["params"],
  resources: Resources,
  networks: NetworkList,
): CompleteResult {
  const beginning = argument.value.toLowerCase();
  const matching = candidates(ref, argument.name, resources, networks).filter((word) =>
    word.toLowerCase().startsWith(beginning),
  );
  const values = matching.slice(0, maxValues);
  return { completion: { values, total: matching.length, hasMore: values.length < matching.length } };
}

function candidates(
  ref: CompleteRequest["params"]["ref"],
  argument: string,
  resources: Resources,
  networks: NetworkList,
): string[] {
  if (ref.type === "ref/resource") {
    const isOf = ({ uriTemplate, variable }: typeof methodTemplate | typeof networkTemplate) =>
      ref.uri === uriTemplate && argument === variable;
    if (isOf(methodTemplate)) return resources.pages.entries().map(({ name }) => name);
    return isOf(networkTemplate) ? networks.list().map(({ id }) => id) : [];
  }
  return argument === networkArgument ? networks.list().map(({ id }) => id) : [];
}
