import { tools } from "../generated/tools.ts";
import type { ShownNetworks } from "../src/gateway/select-networks.ts";
import type { Network, UpstreamAddress } from "../src/networks/network.ts";
import { instructionsFor } from "../src/transports/mcp/protocol/sdk-server.ts";
import { ToolCatalog } from "../src/transports/mcp/tools/tool-catalog.ts";

/** Characters of JSON that make one token, roughly. */
const charactersPerToken = 4;

const localnet = {
  id: "localnet",
  name: "Localnet",
  type: "localnet",
  httpAddresses: [] as readonly UpstreamAddress[],
} as Network;
const networks: ShownNetworks = {
  list: () => [localnet],
  enabled: () => [localnet],
  defaultNetwork: () => localnet,
};

const lists: readonly (readonly [flags: string, words: readonly string[], readOnly: boolean])[] = [
  ["(all tools)", [], false],
  ["--tools find", ["find"], false],
  ["--read-only", [], true],
  ["--tools account,token", ["account", "token"], false],
  ...[...new Set(tools.map(({ category }) => category))].map(
    (category) => [`--tools ${category.toLowerCase().replaceAll(" ", "-")}`, [category], false] as const,
  ),
];

/** Prints what each list of tools costs a model before it has asked anything. */
console.log(
  `${"flags".padEnd(32)}${"tools".padStart(8)}${"tokens".padStart(8)}${"instructions".padStart(14)}`,
);
for (const [flags, words, readOnly] of lists) {
  const catalog = new ToolCatalog({ tools: words, toolsReadOnly: readOnly, toolsProviders: [] }, networks);
  const listed = catalog.list();
  const tokens = Math.ceil(JSON.stringify({ tools: listed }).length / charactersPerToken);
  const instructions = Math.ceil(instructionsFor(catalog, networks).length / charactersPerToken);
  console.log(
    `${flags.padEnd(32)}${String(listed.length).padStart(8)}${String(tokens).padStart(8)}${String(instructions).padStart(14)}`,
  );
}
