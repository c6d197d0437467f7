/** Code on the wire, HTTP statuses on tool-protocol and JSON-RPC routes, and `data.reason` of one kind of error. */
export interface ErrorRow {
  readonly code: number;
  readonly toolStatus: number;
  /** Status on JSON-RPC routes if the whole request fails with this error. */
  readonly rpcStatus: number;
  readonly reason?: string;
  /** Tools return this error as a result with `isError`, so that the model can correct itself. */
  readonly failsTool?: true;
}

/** Defaults of the gateway's own errors. */
const common = { code: -32000, rpcStatus: 200 } as const;

/** Every error that clients can get. Rows may be added, but codes and reasons are never changed or reused. */
export const errorTable = {
  parse: { code: -32700, toolStatus: 400, rpcStatus: 200 },
  invalidRequest: { code: -32600, toolStatus: 400, rpcStatus: 200 },
  unsupportedVersion: { code: -32022, toolStatus: 400, rpcStatus: 200 },
  invalidEnvelope: { code: -32602, toolStatus: 400, rpcStatus: 200 },
  headerMismatch: { code: -32020, toolStatus: 400, rpcStatus: 200 },
  methodNotFound: { code: -32601, toolStatus: 404, rpcStatus: 200 },
  invalidParams: { code: -32602, toolStatus: 400, rpcStatus: 200, failsTool: true },
  internal: { code: -32603, toolStatus: 500, rpcStatus: 500 },
  bodyTooLarge: { code: -32600, toolStatus: 413, rpcStatus: 413 },
  unsupportedMediaType: { code: -32600, toolStatus: 415, rpcStatus: 415 },
  methodNotAllowed: { code: -32600, toolStatus: 405, rpcStatus: 405 },
  pathNotFound: { code: -32600, toolStatus: 404, rpcStatus: 404 },
  networkNotFound: { code: -32602, toolStatus: 400, rpcStatus: 404, failsTool: true },
  upstreamUnreachable: { ...common, toolStatus: 502, reason: "upstream-unreachable", failsTool: true },
  upstreamInvalid: { ...common, toolStatus: 502, reason: "upstream-invalid-answer", failsTool: true },
  upstreamTimeout: { ...common, toolStatus: 504, reason: "upstream-timeout", failsTool: true },
  responseTooLarge: { ...common, toolStatus: 502, reason: "response-too-large", failsTool: true },
  noAgreement: { ...common, toolStatus: 502, reason: "no-agreement", failsTool: true },
  noRoute: { ...common, toolStatus: 200, reason: "no-route", failsTool: true },
  blockhashExpired: { ...common, toolStatus: 200, reason: "blockhash-expired", failsTool: true },
  batchTooLarge: { ...common, toolStatus: 200, reason: "batch-too-large" },
  atCapacity: { ...common, toolStatus: 503, rpcStatus: 503, reason: "at-capacity" },
  upstreamsLimited: { ...common, toolStatus: 503, rpcStatus: 503, reason: "upstreams-limited" },
  rateLimited: { ...common, toolStatus: 429, rpcStatus: 429, reason: "rate-limited" },
  unauthorized: { ...common, toolStatus: 401, rpcStatus: 401, reason: "unauthorized" },
  forbidden: { ...common, toolStatus: 403, rpcStatus: 403, reason: "forbidden", failsTool: true },
  creditsSpent: { ...common, toolStatus: 429, rpcStatus: 429, reason: "credits-spent", failsTool: true },
  notInitialized: { ...common, toolStatus: 400, reason: "not-initialized" },
  notAllowed: { ...common, toolStatus: 403, reason: "not-allowed", failsTool: true },
  noNetwork: { ...common, toolStatus: 503, reason: "no-network-enabled", failsTool: true },
  cancelled: { ...common, toolStatus: 499, reason: "cancelled" },
  shuttingDown: { ...common, toolStatus: 503, rpcStatus: 503, reason: "shutting-down" },
  ledger: { code: 0, toolStatus: 200, rpcStatus: 200, failsTool: true },
} as const satisfies Record<string, ErrorRow>;

/** Name of a row of the table. */
export type ErrorKind = keyof typeof errorTable;
