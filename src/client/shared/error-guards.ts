import type { ErrorData } from "./error-data.ts";
import { SvmGatewayError, type SvmGatewayErrorKind } from "./svm-gateway-error.ts";

/** A SvmGatewayError of one kind. */
export type ErrorOfKind<Kind extends SvmGatewayErrorKind> = SvmGatewayError & { readonly kind: Kind };

/** A JSON-RPC error of one code, its data typed if the code has a known shape. */
export type RpcErrorOfCode<Code extends number> = ErrorOfKind<"rpc"> & {
  readonly code: Code;
  readonly data: ErrorData<Code>;
};

/** Whether a caught value is a failure of this client, and of one of these kinds when any are given. */
export function isSvmGatewayError<Kind extends SvmGatewayErrorKind = SvmGatewayErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is ErrorOfKind<Kind> {
  if (!(error instanceof SvmGatewayError)) return false;
  return kinds.length === 0 || kinds.some((kind) => kind === error.kind);
}

/** Whether a caught value is a JSON-RPC error, and of one of these codes when any are given. */
export function isRpcError<Code extends number = number>(
  error: unknown,
  ...codes: readonly Code[]
): error is RpcErrorOfCode<Code> {
  if (!isSvmGatewayError(error, "rpc")) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}
