import type { RawJson } from "../json/raw-json.ts";

/**
 * Answers one method. `Context` is what the gateway hands every handler; the result is raw JSON that claims to be the
 * method's result, so a handler that only passes bytes on gives `RawJson<never>` and fits everywhere.
 */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;
