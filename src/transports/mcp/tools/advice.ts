import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { member } from "../../../json/cut-raw.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import type { ErrorKind } from "../../../rpc/error-table.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { exampleFor } from "./correct-arguments.ts";
import type { ToolCall } from "./tool-arguments.ts";

/** Advice for an empty result; undefined if it is not empty. */
export function adviceOnEmptyResult(result: RawJson): string | undefined {
  const word = [result, member(result, "value")].map(describeEmpty).find((text) => text !== undefined);
  return (
    word &&
    `The answer is ${word}: the ledger holds nothing under what was asked. Check the address, signature or slot, or ask another network or commitment.`
  );
}

function describeEmpty(value: RawJson | undefined): string | undefined {
  if (value?.isNull === true) return "null";
  return value?.byteLength === 2 && value.toString() === "[]" ? "an empty list" : undefined;
}

/** Advice by ledger error code. */
export const adviceByCode: ReadonlyMap<number, string> = new Map([
  [-32700, "The upstream could not read the request; try again or ask another network."],
  [-32600, "The upstream refuses this request: see its message, and ask for less or with another encoding."],
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
    "The slot does not exist yet at this commitment: wait a few slots, or take a finalized slot or a lower one.",
  ],
  [-32005, "The upstream is behind: try again in a few seconds."],
  [-32006, "A signature checked by a precompiled program is wrong: build that instruction again."],
  [
    -32007,
    "No block was produced in this slot, or the upstream lost it: take the next slot that has a block.",
  ],
  [-32008, "The upstream keeps no snapshot; no other tool needs one, so continue without it."],
  [
    -32009,
    "No block was produced in this slot, or the archive lacks it: take the next slot that has a block.",
  ],
  [
    -32010,
    "The upstream's index does not cover this program or mint: ask about single accounts, or use another network.",
  ],
  [-32011, "The upstream keeps no history of transactions: ask another network."],
  [-32012, "The scan grew too large: add filters, or ask about a single owner or mint."],
  [
    -32013,
    "The number of signatures differs from the number of signers: sign the transaction again with all signers.",
  ],
  [-32014, "The slot is still being written: wait a few slots and ask again."],
  [-32015, "The transaction has a newer version: set maxSupportedTransactionVersion as the message says."],
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
  [
    -32022,
    "This validator is the leader of no slot in the epoch: ask about another epoch or another validator.",
  ],
  [-32065, "The upstream does not serve this encoding: ask for base64, or use another network."],
  [-32091, "The upstream refuses the subscription: poll with the tool that reads the same data."],
  [429, "The upstream's provider limits the rate: wait 10 seconds, then call again, and less often."],
]);

/** Advice by message pattern, for messages that say more than their code. */
const adviceByMessage: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /processed.*not.?supported/i,
    "The upstreams of this network do not serve processed state: ask for confirmed.",
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
    "The transaction allows too few bytes of accounts; version 1 allows none by default: set its loadedAccountsDataSizeLimit and computeUnitLimit, sign again and send.",
  ],
  [/insufficient (?:lamports|funds)/i, "The paying account holds too few lamports: fund it first."],
  [
    /rate limit|too many requests/i,
    "The upstream limits the rate: wait 10 seconds, then call again, and less often.",
  ],
];

/** Advice for the error of a failed call. */
export function adviceOnError(error: RpcError, toolCall: ToolCall): string {
  return error.kind === "ledger" ? adviceOnLedgerError(error) : adviceOnGatewayError(toolCall, error);
}

function adviceOnLedgerError({ code, message }: Pick<RpcError, "code" | "message">): string {
  const byMessage = adviceByMessage.find(([pattern]) => pattern.test(message))?.[1];
  return (
    byMessage ??
    adviceByCode.get(code) ??
    "Read the upstream's message; if the arguments are right, try again in a few seconds."
  );
}

/** Advice by kind of gateway error. */
const adviceByKind: Readonly<Partial<Record<ErrorKind, string>>> = {
  networkNotFound: "Call listSvmNetworks for the ids of all networks, and give one of them as network.",
  upstreamUnreachable:
    "Try again in a few seconds; if it fails again, give another network, or tell the user that this one is not reachable.",
  upstreamInvalid:
    "Try again in a few seconds, or give another network: the upstream's response was invalid.",
  upstreamTimeout: "Try again in a few seconds; if it fails again, ask for less.",
  notAllowed:
    "Do not try again: the operator of this gateway has to allow it. Tell the user what the message says.",
  noAgreement:
    "Try again in a few seconds; if the upstreams still differ, ask about finalized state, or tell the user what each answered.",
  noRoute:
    "Do not send it again as it is: change the transaction to meet a requirement that the message names.",
  blockhashExpired: "Take a new latest blockhash, sign again and send.",
  creditsSpent: "Do not try again before the time that the message names; tell the user what it says.",
  noNetwork: "Give one network by its id as network; listSvmNetworks lists them.",
};

function adviceOnGatewayError(toolCall: ToolCall, error: RpcError): string {
  const { kind } = error;
  if (kind === "invalidParams")
    return `Correct what the message names and call again, for example with ${exampleFor(toolCall, error)}.`;
  if (kind === "forbidden")
    return `Do not try again: the right ${JSON.stringify(error.data?.right)} is missing. Tell the user, who can ask the operator of this gateway for it or give another key.`;
  if (kind === "responseTooLarge") return adviceOnLongResult(toolCall.tool, false);
  return adviceByKind[kind] ?? "Read the message, and try again in a few seconds.";
}

/** Ways to shorten a result, by argument name. */
const shorteningArguments: Readonly<Record<string, string>> = {
  limit: "ask for fewer items",
  page: "ask page by page",
  cursor: "continue after the items you have",
  before: "continue before the last item you have",
  until: "stop at an item you know",
  after: "continue after the last item you have",
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

/** Advice for a long result: the arguments that shorten it. */
export function adviceOnLongResult(tool: ToolDescriptor, spansAllNetworks: boolean): string {
  const { properties, required = [] } = tool.inputSchema;
  const hints = Object.entries(properties)
    // Required arguments are already given, but a required list can be shortened.
    .filter(([name, schema]) => !required.includes(name) || "items" in schema)
    .flatMap(([name]) => {
      const hint = shorteningArguments[name];
      return hint === undefined ? [] : [`${name} (${hint})`];
    });
  if (spansAllNetworks) hints.unshift("network (ask one network instead of all)");
  if (hints.length > 0) return `To see what is missing, narrow the question with ${hints.join(", ")}.`;
  return "No argument makes this result smaller; the gateway's JSON-RPC over HTTP returns all of it.";
}
