import { accountText } from "../ledger/answer-request.ts";
import { depths, type KnownLedger } from "../ledger/known-ledger.ts";
import type { MixedRequest } from "./request-mix.ts";

/** What was found out about one answer. */
export interface Checked {
  /** Slots that the answer was behind the ledger when it came; undefined where it names no slot. */
  readonly staleSlots: number | undefined;
  /** It was not true at the slot that it names. */
  readonly isWrong: boolean;
}

/** Holds an answer against what the ledger was at the slot that the answer names. */
export function checkAnswer(ledger: KnownLedger, request: MixedRequest, answer: string): Checked {
  const slot = slotOf(request, answer);
  if (slot === undefined) return { staleSlots: undefined, isWrong: false };
  const staleSlots = ledger.head - depths[request.level] - slot;
  return { staleSlots, isWrong: staleSlots < 0 || !holdsTruth(ledger, request, answer, slot) };
}

function slotOf({ method }: MixedRequest, answer: string): number | undefined {
  const inContext = /"context":\{[^}]*"slot":(\d+)/.exec(answer)?.[1];
  if (inContext !== undefined) return Number(inContext);
  if (method !== "getSlot" && method !== "getBlockHeight") return undefined;
  const bare = /"result":(\d+)/.exec(answer)?.[1];
  return bare === undefined ? undefined : Number(bare);
}

function holdsTruth(ledger: KnownLedger, request: MixedRequest, answer: string, slot: number): boolean {
  const { method, params } = request;
  switch (method) {
    case "getAccountInfo":
      return answer.includes(`"value":${account(String(params[0]))}`);
    case "getMultipleAccounts":
      return answer.includes(`"value":[${(params[0] as string[]).map(account).join(",")}]`);
    case "getBalance":
      return answer.includes(`"value":${ledger.accountAt(String(params[0]), slot)?.lamports ?? 0n}`);
    case "getLatestBlockhash":
      return answer.includes(`"blockhash":"${ledger.blockhashAt(slot)}"`);
    default:
      return true;
  }

  function account(address: string): string {
    return accountText(ledger.accountAt(address, slot), params[1]);
  }
}
