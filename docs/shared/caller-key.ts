/** The key that calls are made with; in this page's memory only, so that no link, storage or snippet holds it. */
let key = "";

/** Takes a key for the calls that follow; an empty one is none. */
export function useKey(text: string): void {
  key = text.trim();
}

/** Whether there is a key. */
export function hasKey(): boolean {
  return key !== "";
}

/** The headers that present the key; none without one. */
export function keyHeaders(): Record<string, string> {
  return !hasKey() ? {} : { authorization: `Bearer ${key}` };
}

/** The address of a socket, with the key: a page can't give a socket headers. */
export function socketWithKey(address: string): string {
  if (!hasKey()) return address;
  return `${address}${address.includes("?") ? "&" : "?"}api-key=${encodeURIComponent(key)}`;
}
