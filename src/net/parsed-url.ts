/**
 * Parses a URL; undefined if the text is not one. URL.canParse is not used: once optimized, that of Node 20 misreads host
 * names with letters beyond ASCII.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Not a URL: the caller reports it.
    return undefined;
  }
}
