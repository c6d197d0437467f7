/** The part of a Map, WeakMap or cache that is used here. */
interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key. If there is none, makes it and adds it. */
export function getOrAdd<Key, Value>(map: Lookup<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}
