/** Settings that are gone, by dotted path, each with what to write instead: text to follow "is gone; ". */
export const renamedSettings: Readonly<Record<string, string>> = {
  "consistency.wait_ms": "write consistency.wait_slots, a number of slots (8 by default)",
  "cache.head_ttl_ms":
    'answers about the head are reused until it moves; write cache.head: "off" to reuse none',
};
