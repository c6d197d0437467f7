import {
  accountText,
  amountText,
  epochInfo,
  statusText,
  transactionsPerSlot,
} from "../ledger/answer-request.ts";
import { depths, type ModelLedger } from "../ledger/model-ledger.ts";
import type { MixedRequest } from "./request-mix.ts";

const accountMethods: ReadonlySet<string> = new Set([
  "getAccountInfo",
  "getMultipleAccounts",
  "getBalance",
  "getTokenAccountBalance",
]);

/** Methods whose answer begins with a number, and by how much that rises with a slot. */
const unitOf: ReadonlyMap<string, number> = new Map([
  ["getSlot", 1],
  ["getBlockHeight", 1],
  ["getEpochInfo", 1],
  ["getTransactionCount", transactionsPerSlot],
]);

/** What was found out about one answer. */
interface Checked {
  /** The slot that it names, or that it is the state of. */
  readonly slot: number | undefined;
  /** It was not true at that slot. */
  readonly isWrong: boolean;
}

/** Holds an answer against what the ledger was at the slot that the answer names. */
export function checkAnswer(ledger: ModelLedger, request: MixedRequest, answer: string): Checked {
  const slot = slotOf(request, answer);
  if (slot === undefined) return { slot, isWrong: false };
  const isReached = slot <= ledger.head - depths[request.commitment];
  const isTrue = isReached && holdsTruth(ledger, request, answer, slot);
  return { slot, isWrong: !isTrue && !isOfFork(ledger, request, answer, slot) };
}

/** Whether an upstream saw it so, on a fork that was dropped since: what is processed may be undone. */
function isOfFork(
  ledger: ModelLedger,
  { method, params, commitment }: MixedRequest,
  answer: string,
  slot: number,
): boolean {
  const fork = commitment === "processed" ? ledger.forkAt(slot) : undefined;
  if (fork === undefined) return false;
  if (!accountMethods.has(method)) return true;
  const asked = [params[0]].flat().map(String);
  return asked.every((address) => {
    const states = [slot - 3, slot - 2, slot - 1, slot].map((each) => ledger.accountAt(address, each));
    const texts = [...states, ...states.map((state) => fork.stateOf(address, state))].map((state) =>
      method === "getBalance"
        ? `"value":${state?.lamports ?? 0n}`
        : method === "getTokenAccountBalance"
          ? amountText(state)
          : accountText(state, params[1]),
    );
    return texts.some((text) => answer.includes(text));
  });
}

function slotOf({ method }: MixedRequest, answer: string): number | undefined {
  const inContext = /"context":\{[^}]*"slot":(\d+)/.exec(answer)?.[1];
  if (inContext !== undefined) return Number(inContext);
  const number = /"result":(?:\{"absoluteSlot":)?(\d+)/.exec(answer)?.[1];
  const unit = unitOf.get(method);
  return number === undefined || unit === undefined ? undefined : Number(number) / unit;
}

function holdsTruth(ledger: ModelLedger, request: MixedRequest, answer: string, slot: number): boolean {
  const { method, params } = request;
  switch (method) {
    case "getAccountInfo":
      return answer.includes(`"value":${account(String(params[0]))}`);
    case "getMultipleAccounts":
      return answer.includes(`"value":[${(params[0] as string[]).map(account).join(",")}]`);
    case "getBalance":
      return answer.includes(`"value":${ledger.accountAt(String(params[0]), slot)?.lamports ?? 0n}`);
    case "getTokenAccountBalance":
      return answer.includes(`"value":${amountText(ledger.accountAt(String(params[0]), slot))}`);
    case "getLatestBlockhash":
      return answer.includes(`"blockhash":"${ledger.blockhashAt(slot)}"`);
    case "getSignatureStatuses":
      return answer.includes(`"value":[${(params[0] as string[]).map(status).join(",")}]`);
    case "getEpochInfo":
      return answer.includes(`"result":${epochInfo(slot)}`);
    default:
      return true;
  }

  function status(signature: string): string {
    return statusText(ledger, signature, (commitment) => slot - depths[commitment]);
  }

  function account(address: string): string {
    return accountText(ledger.accountAt(address, slot), params[1]);
  }
}
