import type { SendWrapper } from "../call/upstream-call.ts";
import { isItem } from "../upstream/merging/mergeable-read.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** 64 bytes in base58, with quotes: a digit for each byte if all are zero, else up to 88. */
const leastLength = 66;
const mostLength = 90;

/** Remembers the signatures of transactions that an upstream accepted, for reads of statuses to carry. */
export function withSentSignatures(heads: NetworkHeads, sets: Pick<UpstreamSets, "get">): SendWrapper {
  return (next) => (call) => {
    if (call.method?.givesSignature !== true || call.network.type === "localnet") return next(call);
    return next(call).then((result) => {
      const isOfLength = result.byteLength >= leastLength && result.byteLength <= mostLength;
      const signature = isOfLength ? result.toByteText() : "";
      if (isItem(signature)) heads.of(sets.get(call.network)).items.sent.record(signature, performance.now());
      return result;
    });
  };
}
