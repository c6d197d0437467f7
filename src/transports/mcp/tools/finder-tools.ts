import type { Tool } from "@modelcontextprotocol/server";

/** Maximum methods returned by a search. */
export const maxFound = 10;

const method = { type: "string", description: "Name of the method, as findMethods gives it" } as const;

/** Argument names of each of the three tools, and an example of its arguments. */
export const finderToolArguments: Readonly<
  Record<string, { readonly names: readonly string[]; readonly example: string }>
> = {
  findMethods: { names: ["query", "limit"], example: '{"query":"tokens of a wallet"}' },
  describeMethod: { names: ["method"], example: '{"method":"getBalance"}' },
  callMethod: {
    // Models also send `params`, the JSON-RPC name.
    names: ["method", "arguments", "params"],
    example: callArguments("getTokenAccountsByOwner", '{"ownerAddress":"<address>"}'),
  },
};

/** Describes the three tools that replace all others, for clients whose models have little context left for tools. */
export function finderTools(network: object, readOnly: boolean): Tool[] {
  return [
    {
      name: "findMethods",
      title: "Find methods",
      description:
        "Finds methods of Solana-compatible ledgers by plain words: balances, tokens, transactions, blocks, validators, fees, networks. " +
        "Gives the names with what each is for, best first, and the arguments of the best one. Call this first.",
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: 'What you want to know or do, such as "tokens of a wallet"' },
          limit: { type: "integer", minimum: 1, maximum: maxFound },
        },
        required: ["query"],
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    {
      name: "describeMethod",
      title: "Describe a method",
      description: "Gives what a method is for, its arguments as a JSON Schema, and an example of them.",
      inputSchema: { type: "object", properties: { method }, required: ["method"] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    {
      name: "callMethod",
      title: "Call a method",
      description:
        "Calls a method with its arguments by name and gives its exact result. Some methods move funds or change networks: " +
        "describeMethod says what each does.",
      inputSchema: {
        type: "object",
        properties: {
          method,
          arguments: { type: "object", description: "Arguments of that method by name" },
          network,
        },
        required: ["method"],
      } as Tool["inputSchema"],
      annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, idempotentHint: false },
    },
  ];
}

/** True if a finder answers a tool from the catalog, without a gateway call. */
export function isAnsweredFromCatalog(name: unknown): boolean {
  return name === "findMethods" || name === "describeMethod";
}

/** Advice for invalid arguments of one of the three tools. */
export function adviceOnFinderArguments(name: string): string {
  return `Correct what the message names and call ${name} again, for example with ${finderToolArguments[name]?.example}.`;
}

/** Writes the arguments of callMethod as JSON text. */
export function callArguments(method: string, args: string): string {
  return `{"method":${JSON.stringify(method)},"arguments":${args}}`;
}
