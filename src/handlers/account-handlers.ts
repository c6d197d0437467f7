import type { AccountHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { forward } from "./forward.ts";
import { getAccountOwner } from "./get-account-owner.ts";
import { getProgramAccountsAndContext } from "./get-program-accounts-and-context.ts";
import { getStakeActivation } from "./get-stake-activation.ts";

/** Account methods. */
export const accountHandlers: AccountHandlers<HandlerContext> = {
  getAccountInfo: forward,
  getBalance: forward,
  getMultipleAccounts: forward,
  getProgramAccounts: forward,
  getLargestAccounts: forward,
  getMinimumBalanceForRentExemption: forward,
  getStakeActivation,
  getAccountOwner,
  getAccountInfoAndContext: forward,
  getBalanceAndContext: forward,
  getMultipleAccountsAndContext: forward,
  getProgramAccountsAndContext,
  getProgramAccountsV2: forward,
};
