/** Blocks for which a blockhash is valid. */
export const blockhashBlocks = 150;

/** Slots that one leader has in a row. */
export const leaderSlots = 4;

/** A ledger never jumps or goes back by this many slots: one that seems to is another ledger, or was started again. */
export const impossibleJump = 150;
