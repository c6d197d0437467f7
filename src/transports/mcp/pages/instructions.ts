import { toolGlossary } from "../../../../generated/tools.ts";
import type { ToolCatalog, ToolNetworks } from "../tools/tool-catalog.ts";

/** Most networks that the instructions name. */
const maxNetworks = 20;

/** Instructions that a client gives its model at the start: how to use the tools, the networks, and the options that tools share. */
export function instructionsFor(catalog: ToolCatalog, networks: ToolNetworks): string {
  const enabled = networks.enabled();
  const named = enabled.slice(0, maxNetworks).map(({ id, name, type }) => `${id} (${name}, ${type})`);
  if (enabled.length > maxNetworks) named.push(`${enabled.length - maxNetworks} more`);
  // Leaves out options that a tool describes itself: the shared description may not fit.
  const unexplained = new Set(
    (catalog.hasFinder ? [] : catalog.listed()).flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([name, schema]) =>
        "description" in schema ? [] : [name],
      ),
    ),
  );
  const glossary = Object.entries(toolGlossary)
    .filter(([name]) => unexplained.has(name))
    .map(([name, text]) => `- ${name}: ${text}.`);
  return [
    "Tools for SVM ledgers such as Solana: accounts, tokens, blocks, transactions, epochs, validators. " +
      (catalog.hasFinder
        ? "Call findMethods with plain words first, then callMethod."
        : "Each is one method of the ledger; svm-gateway://methods/NAME is its full page."),
    "Amounts are in lamports (10^9 are one native token). Integers may exceed 2^53: copy their digits, do not compute with doubles.",
    `network selects one network by id, or "all" for every enabled one with results keyed by id; by default ` +
      `${networks.defaultNetwork().id} answers. Enabled: ${named.join(", ") || "none"}.`,
    ...(glossary.length === 0 ? [] : ["Options that many tools share:", ...glossary]),
  ].join("\n");
}
