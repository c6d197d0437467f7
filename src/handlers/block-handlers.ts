import type { BlockHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { forward } from "./forward.ts";

/** Block methods. */
export const blockHandlers: BlockHandlers<HandlerContext> = {
  getBlock: forward,
  getBlocks: forward,
  getBlocksWithLimit: forward,
  getBlockTime: forward,
  getBlockHeight: forward,
  getBlockCommitment: forward,
  getBlockProduction: forward,
  getSlot: forward,
  getSlotLeader: forward,
  getSlotLeaders: forward,
  getFirstAvailableBlock: forward,
  minimumLedgerSlot: forward,
  getGenesisHash: forward,
  getConfirmedBlock: forward,
  getConfirmedBlocks: forward,
  getConfirmedBlocksWithLimit: forward,
};
