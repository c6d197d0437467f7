/** A blockhash is valid for this many blocks. */
export const blockhashBlocks = 150;

/** Consecutive slots of one leader. */
export const leaderSlots = 4;

/** A ledger never moves this many slots at once, in either direction. If it seems to, it was replaced or restarted. */
export const impossibleJump = 150;
