/** Parses a URL; undefined if it is not valid. Avoids URL.canParse: once optimized, Node 20 misreads non-ASCII host names. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Not a URL.
    return undefined;
  }
}
