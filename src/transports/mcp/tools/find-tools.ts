import type { Tool } from "@modelcontextprotocol/server";

/** Most methods that one search returns. */
export const maxFound = 10;

const method = { type: "string", description: "Name of the method, as findMethods gives it" } as const;

/** Arguments of each of the three tools. */
export const findToolArguments: Readonly<Record<string, readonly string[]>> = {
  findMethods: ["query", "limit"],
  describeMethod: ["method"],
  // Models also use JSON-RPC's word for arguments.
  callMethod: ["method", "arguments", "params"],
};

/** Three tools in place of all others, for clients with many servers, whose models have little room for tools. */
export function findTools(network: object, readOnly: boolean): Tool[] {
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
