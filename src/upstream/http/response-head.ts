import type { IncomingHttpHeaders } from "node:http";

/** The parts of a response's head that matter here. */
export interface ResponseHead {
  /** -1 when absent. */
  readonly contentLength: number;
  /** Lower case; "" when absent. */
  readonly contentEncoding: string;
  readonly retryAfterSeconds: number | undefined;
}

/** Longest wait that an upstream may ask for. */
const maxRetryAfterSeconds = 3600;

/** Reads the headers, whose names are in lower case. */
export function readResponseHead(headers: IncomingHttpHeaders, status: number): ResponseHead {
  const retryAfter = status >= 300 ? lastOf(headers["retry-after"]) : undefined;
  const contentLength = lastOf(headers["content-length"]);
  return {
    contentLength: contentLength === undefined ? -1 : Number(contentLength),
    contentEncoding: lastOf(headers["content-encoding"])?.trim().toLowerCase() ?? "",
    retryAfterSeconds: retryAfter === undefined ? undefined : parseRetryAfter(retryAfter),
  };
}

/** Seconds of a Retry-After value, which is a number or a date. */
export function parseRetryAfter(value: string): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), maxRetryAfterSeconds);
  // Date.parse treats almost any number as a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(Math.ceil((date - Date.now()) / 1000), 0), maxRetryAfterSeconds);
}

/** Of a header that is written twice, the last value counts. */
function lastOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}
