/** Cap on Retry-After. */
const maxRetryAfterSeconds = 3600;

/** Reads raw header names and values. Compares lengths first, for speed. The last of repeated headers wins. */
export function readResponseHead(pairs: readonly Buffer[], status: number) {
  let contentLength = -1;
  /** Lowercase value of content-encoding. */
  let contentEncoding = "";
  let retryAfterSeconds: number | undefined;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = pairs[at] as Buffer;
    if (name.length === 14 && isNamed(name, "content-length")) {
      contentLength = Number(textAt(pairs, at + 1));
    } else if (name.length === 16 && isNamed(name, "content-encoding")) {
      contentEncoding = textAt(pairs, at + 1)
        .trim()
        .toLowerCase();
    } else if (status >= 300 && name.length === 11 && isNamed(name, "retry-after")) {
      retryAfterSeconds = parseRetryAfter(textAt(pairs, at + 1));
    }
  }
  return { contentLength, contentEncoding, retryAfterSeconds };
}

/** Parses Retry-After, which is a number of seconds or a date. */
function parseRetryAfter(value: string): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), maxRetryAfterSeconds);
  // Date.parse treats almost any number as a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(Math.ceil((date - Date.now()) / 1000), 0), maxRetryAfterSeconds);
}

function isNamed(name: Buffer, expected: string): boolean {
  return name.toString("latin1").toLowerCase() === expected;
}

function textAt(pairs: readonly Buffer[], index: number): string {
  return pairs[index]?.toString("latin1") ?? "";
}
