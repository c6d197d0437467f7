import type { SendWrapper } from "../call/upstream-call.ts";
import { isItem } from "../upstream/merging/mergeable-read.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** In base58, with its quotes. */
const maxSignatureLength = 90;

/** Remembers the signatures of transactions that an upstream took: reads of statuses carry them along. */
export function withSentSignatures(heads: NetworkHeads, sets: Pick<UpstreamSets, "get">): SendWrapper {
  return (next) => (call) => {
    if (call.method?.givesSignature !== true || call.network.type === "localnet") return next(call);
    return next(call).then((result) => {
      const signature = result.byteLength <= maxSignatureLength ? result.toByteText() : "";
      if (isItem(signature)) heads.of(sets.get(call.network)).items.sent.record(signature, performance.now());
      return result;
    });
  };
}
