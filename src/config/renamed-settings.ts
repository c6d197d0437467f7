/** Settings that are gone, by dotted path, each with what to write instead: text to follow "is gone; ". */
export const renamedSettings: Readonly<Record<string, string>> = {
  "consistency.wait_ms": "write consistency.wait_slots, a number of slots (8 by default)",
  "cache.head_ttl_ms": "write reads.enabled: false to use no answer about the head again",
  "cache.head": "write reads.enabled: false to use no answer about the head again",
  "cache.max_head_bytes": "write reads.max_bytes, which bounds all that is known of ledgers",
  merge: "write reads.window_ms for merge.window_ms, and reads.enabled: false to send each read by itself",
  live: "accounts are not followed any more, and reads.max_bytes bounds all that is known of ledgers",
};
