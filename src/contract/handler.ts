import type { RawJson } from "../json/raw-json.ts";

/**
 * Answers one method. `Context` is what the gateway passes to every handler. The result is raw JSON that claims to be the
 * method's result, so a handler that only passes bytes on returns `RawJson<never>`, which fits every method.
 */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;
