/** Fetches a JSON text without following redirects. Throws if it exceeds the bounds. `what` names it in errors. */
export async function fetchText(
  what: string,
  url: string,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`the request for the ${what} failed with HTTP status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Counts received bytes, since Content-Length may be wrong.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the ${what} is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
