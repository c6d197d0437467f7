import type { HandlerContext } from "../../gateway/handler-context.ts";
import { joinObject, quote } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import { maxParsedValues } from "../../json/scan/few-values.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { configOf } from "./config-object.ts";
import { tokenProgram, tokenPrograms } from "./get-token-accounts.ts";
import { memberOf, readAnswer } from "./read-answer.ts";

/** Bytes of a token account of the classic program; those of newer programs may be longer. */
const tokenAccountBytes = 165;

/**
 * getTokenAccountsByMint: every token account of a mint. Servers of account state have the method; where no upstream has, the accounts
 * are found by the token program's own layout.
 */
export async function getTokenAccountsByMint(context: HandlerContext): Promise<RawJson<never>> {
  const { params } = context;
  const mint = params.required("mint");
  const given = params.raw("programId");
  if (given !== undefined) return accountsOf(context, mint, given);
  const config = configOf(context, ["minContextSlot"], {
    encoding: '"base64"',
    dataSlice: '{"offset":0,"length":0}',
  });
  const answer = await context.ask<never>("getAccountInfo", `[${mint},${config}]`, maxParsedValues);
  const account = readAnswer("getAccountInfo", answer).at("value");
  const owner = account.isNull ? undefined : account.at("owner").bytes32();
  const program = tokenPrograms.find((known) => known === owner);
  if (program !== undefined) return accountsOf(context, mint, quote(program));
  // No token account names what is no mint: that is known without a search.
  const none: RawJson = RawJson.fromText("[]");
  return joinObject([
    ["context", memberOf(answer, "context", "getAccountInfo")],
    ["value", none],
  ]) as RawJson<never>;
}

async function accountsOf(context: HandlerContext, mint: string, program: string): Promise<RawJson<never>> {
  const names = ["dataSlice", "minContextSlot"];
  const encoding = context.params.raw("encoding") ?? '"base64"';
  try {
    const own = configOf(context, names, { encoding, programId: program });
    return await context.ask<never>(context.method.name, `[${mint},${own}]`);
  } catch (caught) {
    if (!isRefused(RpcError.from(caught))) throw caught;
  }
  const size = program === quote(tokenProgram) ? `{"dataSize":${tokenAccountBytes}}` : '"tokenAccountState"';
  const config = configOf(context, names, {
    encoding,
    filters: `[{"memcmp":{"offset":0,"bytes":${mint}}},${size}]`,
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${program},${config}]`);
}

/** Whether the upstreams lack the method, or the one that has it will not answer: others may hold the same accounts. */
function isRefused({ kind, code }: RpcError): boolean {
  return kind === "methodNotFound" || kind === "notAllowed" || (kind === "ledger" && code !== -32602);
}
