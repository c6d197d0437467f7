/** What matters of a response's head. */
export interface ResponseHead {
  /** -1 when it says none. */
  readonly contentLength: number;
  /** Lower case; "" when it says none. */
  readonly contentEncoding: string;
  readonly retryAfterSeconds: number | undefined;
}

/** Longest wait that an upstream may ask for. */
const maxRetryAfterSeconds = 3600;

/** Reads the raw header pairs. Names are told apart by their length first: most heads have none of them but one. */
export function readResponseHead(rawHeaders: readonly Buffer[], status: number): ResponseHead {
  let contentLength = -1;
  let contentEncoding = "";
  let retryAfterSeconds: number | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name === undefined) continue;
    if (name.length === 14 && isNamed(name, "content-length")) {
      contentLength = Number(textOf(rawHeaders[index + 1]));
    } else if (name.length === 16 && isNamed(name, "content-encoding")) {
      contentEncoding = textOf(rawHeaders[index + 1])
        .trim()
        .toLowerCase();
    } else if (status >= 300 && name.length === 11 && isNamed(name, "retry-after")) {
      retryAfterSeconds = parseRetryAfter(textOf(rawHeaders[index + 1]));
    }
  }
  return { contentLength, contentEncoding, retryAfterSeconds };
}

/** Seconds of a Retry-After value: a number of them, or a date. */
export function parseRetryAfter(value: string): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), maxRetryAfterSeconds);
  // Date.parse takes almost any number for a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(Math.ceil((date - Date.now()) / 1000), 0), maxRetryAfterSeconds);
}

function isNamed(name: Buffer, expected: string): boolean {
  return name.toString("latin1").toLowerCase() === expected;
}

function textOf(value: Buffer | undefined): string {
  return value === undefined ? "" : value.toString("latin1");
}
