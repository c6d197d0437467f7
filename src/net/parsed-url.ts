/**
 * The URL that a text is, or undefined. Not URL.canParse: once it is optimised, Node 20 misreads names with letters
 * beyond ASCII there.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // No URL: the caller says so in its own words.
    return undefined;
  }
}
