import type { HandlerContext } from "../gateway/handler-context.ts";
import { contextSlot } from "../json/context-slot.ts";
import { member } from "../json/cut-members.ts";
import { concatArrays, joinObject, quote } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { configOf } from "./config-object.ts";
import { tokenPrograms } from "./token-programs.ts";

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

function memberOf(answer: RawJson | undefined, key: string, method: string): RawJson<never> {
  const found = answer === undefined ? undefined : member<never>(answer, key);
  if (found !== undefined) return found;
  throw RpcError.of(
    "upstreamInvalid",
    `The upstream's answer to ${method} cannot be used: ${key} is missing; try another upstream or network.`,
  );
}
