/** Which wire format a caller speaks: the gateway's own, or that of a ledger node. */
export type Dialect = "gateway" | "ledger";
