import type { RawJson } from "../json/raw-json.ts";

/**
 * Answers calls of one method. The gateway passes a `Context` to every handler. A handler that only passes bytes on returns
 * `RawJson<never>`, which fits the result type of every method.
 */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;
