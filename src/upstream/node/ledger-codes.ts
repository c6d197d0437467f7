/** The code that says that an upstream lacks the method. */
export const methodNotFoundCode = -32601;
/** The code that an upstream says it lags with. */
export const nodeUnhealthyCode = -32005;
/** The codes with which an upstream says that it does not have a block, which others may have. */
export const missingBlockCodes: ReadonlySet<number> = new Set([-32001, -32007, -32009]);
/** The code that says that a slot below which a call must not be answered is not reached. */
export const slotNotReachedCode = -32016;
