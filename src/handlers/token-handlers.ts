import type { TokenHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { getTokenAccounts } from "./composed/get-token-accounts.ts";
import { getTokenAccountsByMint } from "./composed/get-token-accounts-by-mint.ts";
import { forward } from "./forward.ts";

/** Token methods, those of asset indexes included. */
export const tokenHandlers: TokenHandlers<HandlerContext> = {
  getTokenAccountBalance: forward,
  getTokenAccountsByDelegate: getTokenAccounts,
  getTokenAccountsByOwner: getTokenAccounts,
  getTokenLargestAccounts: forward,
  getTokenSupply: forward,
  getTokenAccountsByMint,
  getTokenAccountsByOwnerV2: forward,
  getAsset: forward,
  getAssetBatch: forward,
  getAssetProof: forward,
  getAssetProofBatch: forward,
  getAssetsByOwner: forward,
  getAssetsByAuthority: forward,
  getAssetsByCreator: forward,
  getAssetsByGroup: forward,
  searchAssets: forward,
  getSignaturesForAsset: forward,
  getNftEditions: forward,
  getTokenAccounts: forward,
  getGrouping: forward,
};
