import type { HandlerContext } from "../gateway/handler-context.ts";
import type { RawJson } from "../json/raw-json.ts";
import { configOf } from "./config-object.ts";

/** getProgramAccountsAndContext: getProgramAccounts, asked for its context. */
export function getProgramAccountsAndContext(context: HandlerContext): Promise<RawJson<never>> {
  const config = configOf(context, ["filters", "dataSlice", "minContextSlot", "sortResults"], {
    encoding: context.params.raw("encoding") ?? '"base64"',
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${context.params.required("program_id")},${config}]`);
}
