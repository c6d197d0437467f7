/** The code that says that a node lacks the method. */
export const methodNotFoundCode = -32601;
/** The code that a node says it lags with. */
export const nodeUnhealthyCode = -32005;
