/** Blocks for which a blockhash is valid. */
export const blockhashBlocks = 150;

/** Slots that one leader has in a row. */
export const leaderSlots = 4;

/** Slots that a ledger never skips or goes back by: a step this long leads to another ledger, or to one that was started again. */
export const otherLedgerSlots = 150;
