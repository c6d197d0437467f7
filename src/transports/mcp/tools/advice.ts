import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { ErrorName } from "../../../rpc/error-table.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { correctArguments } from "./correct-arguments.ts";
import type { ToolCall } from "./tool-arguments.ts";

/** Advice after an error of the ledger, by its code. */
const adviceByCode: ReadonlyMap<number, string> = new Map([
  [-32700, "The upstream could not read the request; try again or ask another network."],
  [-32600, "The upstream refuses this question: see its message, and ask for less or with another encoding."],
  [-32601, "The upstreams of this network do not serve this method: use another tool or another network."],
  [-32602, "The upstream refuses an argument: read its message, correct that argument and call again."],
  [-32603, "The upstream failed; try again in a few seconds, or ask another network."],
  [-32000, "The upstream's provider refuses or fails: read its message; try again in a few seconds."],
  [-32001, "The upstream no longer keeps this slot: ask for the first available block and stay above it."],
  [
    -32002,
    "The transaction would fail: read err and logs in data, correct it, simulate it, and only then send it.",
  ],
  [-32003, "A signature is missing or wrong: sign the transaction again with all its signers."],
  [
    -32004,
    "The slot is not there yet at this commitment: wait a few slots, take a finalized slot, or a lower one.",
  ],
  [-32005, "The upstream is behind: try again in a few seconds."],
  [-32006, "A signature checked by a precompiled program is wrong: build that instruction again."],
  [
    -32007,
    "No block was produced in this slot, or the upstream lost it: take the next slot that has a block.",
  ],
  [-32008, "The upstream keeps no snapshot; nothing else needs it, so go on without."],
  [
    -32009,
    "No block was produced in this slot, or the archive lacks it: take the next slot that has a block.",
  ],
  [
    -32010,
    "The upstream's index leaves this program or mint out: ask about single accounts, or another network.",
  ],
  [-32011, "The upstream keeps no history of transactions: ask another network."],
  [-32012, "The scan grew too large: add filters, or ask about a single owner or mint."],
  [-32013, "A transaction has as many signatures as signers: sign it again with all of them."],
  [-32014, "The slot is still being written: wait a few slots and ask again."],
  [-32015, "The transaction is of a newer version: set maxSupportedTransactionVersion as the message says."],
  [
    -32016,
    "The upstream has not reached minContextSlot: wait until the slot in data.contextSlot has grown, or lower it.",
  ],
  [
    -32017,
    "Rewards of the epoch are still being paid out: wait until the block height named in data, then ask again.",
  ],
  [-32018, "Rewards are in the first block of an epoch: take that slot."],
  [-32019, "The upstream's archive is down: try again later, or ask about a newer slot."],
  [-32020, "The upstream does not know the signature given as before or until: check it, or leave it out."],
  [-32021, "The upstream has no history of slots: ask about a newer range, or another network."],
  [-32022, "This validator leads no slot of the epoch: ask about another epoch or another validator."],
  [-32065, "The upstream does not serve this form: ask for base64, or another network."],
  [-32091, "The upstream refuses the subscription: poll with the tool that reads the same data."],
  [429, "The upstream's provider limits the rate: wait 10 seconds, then call again, and less often."],
]);

/** Advice by upstreams' messages that are more specific than their code. */
const adviceByWords: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /processed.*not.?supported/i,
    "The upstreams of this network do not know processed state: ask for confirmed.",
  ],
  [
    /could not find (?:account|mint)|account (?:\S+ )?not found|not a token account|not a token mint/i,
    "The ledger holds no such account on this network: check the address, try another network, or look it up as a plain account first.",
  ],
  [
    /blockhash not found/i,
    "The transaction's blockhash is too old or of another network: take a new latest blockhash, sign again and send.",
  ],
  [
    /exceeded max loaded accounts data size cap/i,
    "The transaction allows too few bytes of accounts; version 1 allows none by itself: set its loadedAccountsDataSizeLimit and computeUnitLimit, sign again and send.",
  ],
  [/insufficient (?:lamports|funds)/i, "The paying account holds too few lamports: fund it first."],
  [
    /rate limit|too many requests/i,
    "The upstream limits the rate: wait 10 seconds, then call again, and less often.",
  ],
];

/** Codes with advice of their own. */
export const advisedCodes: readonly number[] = [...adviceByCode.keys()];

/** Tells a model what to do after an error that the ledger answered. */
export function ledgerAdvice({ code, message }: Pick<RpcError, "code" | "message">): string {
  const byWords = adviceByWords.find(([words]) => words.test(message))?.[1];
  return (
    byWords ??
    adviceByCode.get(code) ??
    "Read the upstream's message; if the arguments are right, try again in a few seconds."
  );
}

/** Advice after a failure of the gateway itself. */
const adviceByKind: Readonly<Partial<Record<ErrorName, string>>> = {
  networkNotFound: "Call listSvmNetworks for the ids of all networks, and give one of them as network.",
  upstreamUnreachable:
    "Try again in a few seconds; if it fails again, give another network, or tell the person that this one is not reachable.",
  upstreamInvalid: "Try again in a few seconds, or give another network: the upstream's answer was invalid.",
  upstreamTimeout: "Try again in a few seconds; if it fails again, ask for less.",
  notAllowed:
    "Do not try again: the operator of this gateway has to allow it. Tell the person what the message says.",
  noAgreement:
    "Try again in a few seconds; if the upstreams still differ, ask about finalized state, or tell the person what each answered.",
  noRoute:
    "Do not send it again as it is: change the transaction so that it meets a demand that the message names.",
  blockhashExpired: "Take a new latest blockhash, sign again and send.",
  creditsSpent: "Do not try again before the time that the message names; tell the person what it says.",
  noNetwork: "Give one network by its id as network; listSvmNetworks lists them.",
};

/** Tells a model what to do after a failure of the gateway itself. */
export function gatewayAdvice({ tool, given, write }: ToolCall, fault: RpcError): string {
  const { kind } = fault;
  if (kind === "invalidParams")
    return `Correct what the message names and call again, for example with ${write(correctArguments(tool, given.params, fault))}.`;
  if (kind === "forbidden")
    return `Do not try again: the right ${JSON.stringify(fault.data?.right)} is missing. Tell the person, who can ask the operator of this gateway for it or give another key.`;
  if (kind === "responseTooLarge") return narrowingAdvice(tool, false);
  return adviceByKind[kind] ?? "Read the message, and try again in a few seconds.";
}

/** How an argument makes the answer smaller, by its name. */
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

/** Tells a model which arguments of a tool make its result smaller. */
export function narrowingAdvice(tool: ToolDescriptor, isOfAllNetworks: boolean): string {
  const { properties, required = [] } = tool.inputSchema;
  const hints = Object.entries(properties)
    // A model already gives the required arguments, but can shorten a required list.
    .filter(([name, schema]) => !required.includes(name) || "items" in schema)
    .flatMap(([name]) => {
      const hint = narrowingArguments[name];
      return hint === undefined ? [] : [`${name} (${hint})`];
    });
  if (isOfAllNetworks) hints.unshift("network (ask one network instead of all)");
  if (hints.length > 0) return `To see what is missing, narrow the question with ${hints.join(", ")}.`;
  return "No argument narrows this question; the gateway's JSON-RPC over HTTP gives the whole answer.";
}
