import type { KeyEntry } from "../../generated/config.ts";
import { configOf } from "../networks/harness.ts";

/** A key as the configuration gives it, from what its file says. */
export function keyEntry(members: object = {}): KeyEntry {
  const [entry] = configOf({ auth: { keys: [{ id: "backend", key: backendKey, ...members }] } }).auth.keys;
  if (entry === undefined) throw new Error("the configuration lost the key");
  return entry;
}

/** A key of the tests. */
export const backendKey = "backend-key-of-the-tests";
/** Another one. */
export const otherKey = "another-key-of-the-tests";
