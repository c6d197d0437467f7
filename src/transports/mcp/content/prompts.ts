import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import { ParamFaults } from "../../../rpc/invalid-params.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { unknownNameError } from "../tools/tool-errors.ts";

/** A prompt with its text and the tools that it needs. */
interface PromptDefinition {
  readonly prompt: Prompt;
  /** The tools named in the text. The prompt is offered only if all of them are. */
  readonly tools: readonly string[];
  readonly text: (args: Readonly<Record<string, string>>) => string;
}

const network = {
  name: "network",
  description: "Id of the network to ask; by default the default network",
  required: false,
} as const;

/** All prompts, in the order in which they are listed. */
export const promptDefinitions: readonly PromptDefinition[] = [
  {
    prompt: {
      name: "explain-account",
      title: "Explain an account",
      description: "What an address is, who owns it, what it holds and what happened to it last.",
      arguments: [
        { name: "address", description: "Base-58 address of the account", required: true },
        network,
      ],
    },
    tools: ["getAccountInfo", "getTokenAccountsByOwner", "getSignaturesForAddress", "getTransaction"],
    text: ({ address, network: id }) =>
      [
        `Explain the account ${address}${onNetwork(id)} to someone who does not know the ledger.`,
        "1. Call getAccountInfo. If value is null, say that nothing is stored there, and stop.",
        "2. From owner, executable and data say what it is: a wallet, a program, a token account, a mint, a stake account or other.",
        "3. For a wallet call getTokenAccountsByOwner with its address alone: that lists all its tokens.",
        "4. Call getSignaturesForAddress with limit 5, and getTransaction for the newest one.",
        "Write lamports as native tokens too (10^9 lamports are one). Name what you could not find out.",
        ...networkRule(id),
      ].join("\n"),
  },
  {
    prompt: {
      name: "follow-transaction",
      title: "Follow a transaction",
      description:
        "Whether a transaction landed, how settled it is, what it did, and why it failed if it did.",
      arguments: [
        { name: "signature", description: "Base-58 signature of the transaction", required: true },
        network,
      ],
    },
    tools: ["getSignatureStatuses", "getTransaction"],
    text: ({ signature, network: id }) =>
      [
        `Follow the transaction ${signature}${onNetwork(id)}.`,
        "1. Call getSignatureStatuses with searchTransactionHistory true. A null status means that this network does not know it.",
        "2. If it is known, call getTransaction with commitment confirmed.",
        "3. Say in order: when it landed and how settled it is, who paid which fee, what each instruction did, how balances changed.",
        "4. If meta.err is set, find the failing instruction and its reason in the logs.",
        ...networkRule(id),
      ].join("\n"),
  },
  {
    prompt: {
      name: "compare-networks",
      title: "Compare networks",
      description: "The enabled networks side by side: health, version, height, load and fees.",
      arguments: [
        {
          name: "question",
          description: "What to look at, such as fees or speed; by default everything",
          required: false,
        },
      ],
    },
    tools: ["listSvmNetworks", "getHealth", "getVersion", "getEpochInfo", "getRecentPerformanceSamples"],
    text: ({ question }) =>
      [
        `Compare the enabled networks${question === undefined ? "" : ` with regard to: ${question}`}.`,
        "1. Call listSvmNetworks and keep those that are enabled.",
        '2. Call getHealth, getVersion, getEpochInfo and getRecentPerformanceSamples (limit 5), each once with network "all":',
        "   the answer is keyed by network id, and a network that failed holds an error in its place.",
        "3. Show a table with one row for each network, then say in two sentences what differs and what that means.",
      ].join("\n"),
  },
];

/** The prompts of the tool protocol: those whose tools are all offered. */
export class Prompts {
  readonly #offered: readonly PromptDefinition[];

  constructor(catalog: ToolCatalog) {
    const toolNames = new Set(catalog.offered.map(({ name }) => name));
    this.#offered = promptDefinitions.filter(({ tools }) => tools.every((tool) => toolNames.has(tool)));
  }

  list(): Prompt[] {
    return this.#offered.map(({ prompt }) => prompt);
  }

  get(name: string, args: Readonly<Record<string, string>> = {}): GetPromptResult {
    const definition = this.#offered.find(({ prompt }) => prompt.name === name);
    if (definition === undefined) {
      const promptNames = this.list().map((prompt) => prompt.name);
      throw unknownNameError("Unknown prompt", "name", name, promptNames, "prompts/list lists the prompts");
    }
    const { prompt, text } = definition;
    assertRequiredArguments(prompt, args);
    return {
      ...(prompt.description === undefined ? {} : { description: prompt.description }),
      messages: [{ role: "user", content: { type: "text", text: text(args) } }],
    };
  }
}

function onNetwork(id: string | undefined): string {
  return id === undefined ? "" : ` on the network ${id}`;
}

function networkRule(id: string | undefined): string[] {
  return id === undefined ? [] : [`Give every tool the argument network: ${JSON.stringify(id)}.`];
}

function assertRequiredArguments(prompt: Prompt, args: Readonly<Record<string, string>>): void {
  const faults = new ParamFaults();
  for (const { name, description, required } of prompt.arguments ?? [])
    if (required === true && !args[name]) faults.add(name, () => `is missing; expected: ${description}`);
  if (!faults.isEmpty) throw faults.toError(`prompt ${prompt.name}`);
}
