/** Caches the result of `make` for `maxAgeMs`. Rejections are not cached. */
export function cacheReport<Value>(maxAgeMs: number, make: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const now = performance.now();
    if (last !== undefined && now - last.at <= maxAgeMs) return last.value;
    const made = { at: now, value: make() };
    last = made;
    made.value.catch(() => {
      if (last === made) last = undefined;
    });
    return made.value;
  };
}
