/** The typed client: what `svm-gateway/client` exports. */

export { clientErrors as errorCodes } from "../../generated/client.ts";
export type * from "../../generated/types.ts";
export type { ByNetwork } from "./by-network.ts";
export type { ClientOptions, FetchAnswer, FetchFunction } from "./client-options.ts";
export { type Client, type ClientOnAll, type ClientOnNetwork, createClient } from "./create-client.ts";
export type { ErrorData, ErrorDataByCode } from "./error-data.ts";
export { type ErrorOfKind, isRpcError, isSvmGatewayError, type RpcErrorOfCode } from "./error-guards.ts";
export type { CallOptions, Outcome } from "./http/gateway-caller.ts";
export type { BatchCall } from "./method-types.ts";
export type { WebSocketConstructor, WebSocketLike } from "./socket/web-socket.ts";
export type { Subscription, SubscriptionOptions } from "./subscriptions/subscription.ts";
export {
  SvmGatewayError,
  type SvmGatewayErrorDetails,
  type SvmGatewayErrorKind,
} from "./svm-gateway-error.ts";
