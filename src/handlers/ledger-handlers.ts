import type { LedgerHandler } from "../gateway/handlers.ts";
import { accountHandlers } from "./account-handlers.ts";
import { blockHandlers } from "./block-handlers.ts";
import { compressionHandlers } from "./compression-handlers.ts";
import { epochAndInflationHandlers } from "./epoch-and-inflation-handlers.ts";
import { otherHandlers } from "./other-handlers.ts";
import { systemHandlers } from "./system-handlers.ts";
import { tokenHandlers } from "./token-handlers.ts";
import { transactionHandlers } from "./transaction-handlers.ts";

/** Every ledger method's handler, by name. The categories' types make a missing one a compile error. */
export const ledgerHandlers: ReadonlyMap<string, LedgerHandler> = new Map(
  [
    accountHandlers,
    blockHandlers,
    systemHandlers,
    epochAndInflationHandlers,
    tokenHandlers,
    transactionHandlers,
    otherHandlers,
    compressionHandlers,
  ].flatMap((handlers) => Object.entries<LedgerHandler>({ ...handlers })),
);
