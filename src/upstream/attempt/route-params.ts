import type { RouteProfile } from "../../../generated/config.ts";
import { quote, writeMembers } from "../../json/join.ts";
import { encodeBase58 } from "../../text/base58.ts";
import { sentBytes, sentTexts } from "../../transaction/sent-transaction.ts";
import type { AttemptWrapper } from "./attempt.ts";

/** Sends transactions to a route in the way that it demands. */
export const withRouteParams: AttemptWrapper = (next) => (attempt) => {
  const { route } = attempt.upstream;
  if (route !== undefined) attempt.params = routeParams(attempt.params, route);
  return next(attempt);
};

/** The parameters of a call that sends, with the flags and in the encoding that a route demands; the bytes of transactions stay. */
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
  const isDecoded = encoding !== undefined && bytes.every((one) => one !== undefined);
  if (isDecoded) config.set("encoding", quote(encoding));
  const transactions = isDecoded
    ? bytes.map((one) => quote(encoding === "base64" ? one.toString("base64") : encodeBase58(one)))
    : sent.transactions;
  const first = isBundle ? `[${transactions.join(",")}]` : (transactions[0] ?? "");
  return `[${[first, writeMembers(config), ...sent.others].join(",")}]`;
}
