import type { HandlerContext } from "../../gateway/handler-context.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { concatArrays, joinObject, quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { configOf } from "./config-object.ts";
import { memberOf } from "./read-answer.ts";

/** The classic token program. */
export const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** Every token program: the classic one and that of 2022. */
export const tokenPrograms = [tokenProgram, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"] as const;

/** getTokenAccountsByOwner and getTokenAccountsByDelegate: without mint and programId, those of both token programs. */
export async function getTokenAccounts(context: HandlerContext): Promise<RawJson<never>> {
  const { params, dialect, method } = context;
  const isNarrowed = params.raw("mint") !== undefined || params.raw("programId") !== undefined;
  if (isNarrowed || dialect === "ledger") return context.forward();
  const address = params.required(method.params[0]?.name ?? "");
  const config = configOf(context, ["dataSlice", "minContextSlot"], {
    encoding: params.raw("encoding") ?? '"base64"',
  });
  const answers = await Promise.all(
    tokenPrograms.map((program) =>
      context.ask<never>(method.name, `[${address},{"programId":${quote(program)}},${config}]`),
    ),
  );
  // Both lists are known to hold only at the lower slot.
  const [lower] = [...answers].sort((a, b) => (contextSlot(a) ?? 0) - (contextSlot(b) ?? 0));
  return joinObject([
    ["context", memberOf(lower, "context", method.name)],
    ["value", concatArrays(answers.map((answer) => memberOf(answer, "value", method.name)))],
  ]) as RawJson<never>;
}
