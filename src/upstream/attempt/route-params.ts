import type { RouteProfile } from "../../../generated/config.ts";
import { quote, writeMembers } from "../../json/join.ts";
import { encodeBase58 } from "../../text/base58.ts";
import { sentBytes, sentTexts } from "../../transaction/sent-transaction.ts";
import type { AttemptWrapper } from "./attempt.ts";

/** Rewrites the parameters of sends to a route as it demands. */
export const withRouteParams: AttemptWrapper = (next) => (attempt) => {
  const { route } = attempt.upstream;
  if (route !== undefined) attempt.params = routeParams(attempt.params, route);
  return next(attempt);
};

/** Applies the flags and the encoding that a route demands. The bytes of the transactions stay the same. */
export function routeParams(
  params: string,
  { skipPreflight, maxRetries, encoding }: Pick<RouteProfile, "skipPreflight" | "maxRetries" | "encoding">,
): string {
  const sent = sentTexts(params);
  if (sent === undefined) return params;
  const { isBundle } = sent;
  const config = new Map(sent.config);
  if (skipPreflight && !isBundle) config.set("skipPreflight", "true");
  if (maxRetries !== undefined && !isBundle) config.set("maxRetries", String(maxRetries));
  const bytes = encoding === undefined ? [] : sent.transactions.map((text) => sentBytes(text, sent.config));
  const isDecoded = encoding !== undefined && bytes.every((decoded) => decoded !== undefined);
  if (isDecoded) config.set("encoding", quote(encoding));
  const transactions = isDecoded
    ? bytes.map((raw) => quote(encoding === "base64" ? raw.toString("base64") : encodeBase58(raw)))
    : sent.transactions;
  const first = isBundle ? `[${transactions.join(",")}]` : (transactions[0] ?? "");
  return `[${[first, writeMembers(config), ...sent.others].join(",")}]`;
}
