/** The code that says that an upstream lacks the method. */
export const methodNotFoundCode = -32601;
/** The code that an upstream says it lags with. */
export const nodeUnhealthyCode = -32005;
/** The code that says that a slot below which a call must not be answered is not reached. */
export const slotNotReachedCode = -32016;
