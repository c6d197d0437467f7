/** The exports of `svm-gateway/client`. */

export { clientErrors as errorCodes } from "../../generated/client.ts";
export type * from "../../generated/types.ts";
export { type Client, type ClientOnAll, type ClientOnNetwork, createClient } from "./create-client.ts";
export type { BatchCall, ByNetwork, CallOptions, Outcome } from "./method-types.ts";
export type {
  ClientOptions,
  FetchFunction,
  FetchResponse,
  WebSocketConstructor,
  WebSocketLike,
} from "./shared/client-options.ts";
export type { ErrorData, ErrorDataByCode } from "./shared/svm-gateway-error.ts";
export {
  type ErrorOfKind,
  isRpcError,
  isSvmGatewayError,
  type RpcErrorOfCode,
  SvmGatewayError,
  type SvmGatewayErrorDetails,
  type SvmGatewayErrorKind,
} from "./shared/svm-gateway-error.ts";
export type { Subscription, SubscriptionOptions } from "./subscriptions/subscription.ts";
