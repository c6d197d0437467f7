import { RawJson } from "../json/raw-json.ts";
import { hideSecrets, knowsSecrets } from "../log/redact.ts";
import { RpcError } from "../rpc/rpc-error.ts";

/** An upstream's error, unchanged except for secrets in it, such as the upstream's key. */
export function ledgerError(code: number, message: string, wire: RawJson): RpcError {
  if (!knowsSecrets()) return RpcError.fromLedger(code, message, wire);
  const text = wire.toString();
  const shown = hideSecrets(text);
  return RpcError.fromLedger(code, hideSecrets(message), shown === text ? wire : RawJson.fromText(shown));
}
