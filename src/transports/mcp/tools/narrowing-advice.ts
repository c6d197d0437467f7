import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";

/** What to do with an argument so that less comes back, by the argument's name. */
const narrowingArguments: Readonly<Record<string, string>> = {
  limit: "ask for fewer items",
  page: "go on page by page",
  cursor: "go on after what you have",
  before: "go on before the last one you have",
  until: "stop at one you know",
  after: "go on after the last one you have",
  filters: "add conditions that the accounts must meet",
  dataSlice: "take a part of the data, or none with {offset: 0, length: 0}",
  mint: "ask about one token",
  range: "ask about fewer slots",
  end_slot: "end at a nearer slot",
  endSlot: "end at a nearer slot",
  identity: "ask about one validator",
  votePubkey: "ask about one validator",
  transactionDetails: 'ask for "signatures" or "none"',
  rewards: "false leaves the rewards out",
  excludeNonCirculatingAccountsList: "true leaves the list of accounts out",
  pubkeys: "ask about fewer accounts",
  addresses: "ask about fewer addresses",
  signatures: "ask about fewer signatures",
  ids: "ask about fewer assets",
};

/** Which of a tool's arguments make its result shorter, as a sentence. */
export function narrowingAdvice(tool: ToolDescriptor, isOfAllNetworks: boolean): string {
  const { properties, required = [] } = tool.inputSchema;
  const hints = Object.entries(properties)
    // A required argument can't be left out, but a required list can be made shorter.
    .filter(([name, schema]) => !required.includes(name) || "items" in schema)
    .flatMap(([name]) => {
      const hint = narrowingArguments[name];
      return hint === undefined ? [] : [`${name} (${hint})`];
    });
  if (isOfAllNetworks) hints.unshift("network (ask one network instead of all)");
  if (hints.length > 0) return `To see what is missing, narrow the question with ${hints.join(", ")}.`;
  return "No argument narrows this question; the gateway's JSON-RPC over HTTP gives the whole answer.";
}
