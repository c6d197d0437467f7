import type { CallContext } from "../gateway/call-context.ts";
import { leadingContextSlot } from "../json/context-slot.ts";
import { concatArrays, joinObject, quote } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import { maxParsedValues } from "../json/scan/value-count.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { parseResult, requiredMember, writeCallConfig } from "./result-value.ts";

const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** The classic token program and Token-2022. */
const tokenPrograms = [tokenProgram, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"] as const;

/** Bytes of a token account of the classic program; those of Token-2022 may be longer. */
const tokenAccountBytes = 165;

/** getTokenAccountsByOwner and getTokenAccountsByDelegate. Without mint or programId, joins the accounts of both token programs. */
export async function getTokenAccounts(context: CallContext): Promise<RawJson<never>> {
  const { params, method } = context;
  if (params.raw("mint") !== undefined || params.raw("programId") !== undefined) return context.forward();
  const address = params.requiredRaw(method.params[0]?.name ?? "");
  const config = writeCallConfig(context, ["dataSlice", "minContextSlot"], {
    encoding: params.raw("encoding") ?? '"base64"',
  });
  const results = await Promise.all(
    tokenPrograms.map((program) =>
      context.ask<never>(method.name, `[${address},{"programId":${quote(program)}},${config}]`),
    ),
  );
  // The joined list is certain to hold only at the lower of the two slots.
  const [lower] = [...results].sort((a, b) => (leadingContextSlot(a) ?? 0) - (leadingContextSlot(b) ?? 0));
  return joinObject([
    ["context", requiredMember(lower, "context", method.name)],
    ["value", concatArrays(results.map((result) => requiredMember(result, "value", method.name)))],
  ]) as RawJson<never>;
}

/**
 * getTokenAccountsByMint: every token account of a mint. Where no upstream serves the method, getProgramAccounts finds the accounts by
 * the layout of their data.
 */
export async function getTokenAccountsByMint(context: CallContext): Promise<RawJson<never>> {
  const { params } = context;
  const mint = params.requiredRaw("mint");
  const programId = params.raw("programId");
  if (programId !== undefined) return fetchAccounts(context, mint, programId);
  const config = writeCallConfig(context, ["minContextSlot"], {
    encoding: '"base64"',
    dataSlice: '{"offset":0,"length":0}',
  });
  const result = await context.ask<never>("getAccountInfo", `[${mint},${config}]`, maxParsedValues);
  const account = parseResult("getAccountInfo", result).at("value");
  const owner = account.isNull ? undefined : account.at("owner").bytes32();
  const program = tokenPrograms.find((id) => id === owner);
  if (program !== undefined) return fetchAccounts(context, mint, quote(program));
  // The address is not a mint, so it has no token accounts: no search is needed.
  const none: RawJson = RawJson.fromText("[]");
  return joinObject([
    ["context", requiredMember(result, "context", "getAccountInfo")],
    ["value", none],
  ]) as RawJson<never>;
}

async function fetchAccounts(context: CallContext, mint: string, program: string): Promise<RawJson<never>> {
  const names = ["dataSlice", "minContextSlot"];
  const encoding = context.params.raw("encoding") ?? '"base64"';
  try {
    const forwarded = writeCallConfig(context, names, { encoding, programId: program });
    return await context.ask<never>(context.method.name, `[${mint},${forwarded}]`);
  } catch (caught) {
    if (!isRefused(RpcError.from(caught))) throw caught;
  }
  const size = program === quote(tokenProgram) ? `{"dataSize":${tokenAccountBytes}}` : '"tokenAccountState"';
  const config = writeCallConfig(context, names, {
    encoding,
    filters: `[{"memcmp":{"offset":0,"bytes":${mint}}},${size}]`,
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${program},${config}]`);
}

/** Returns true if no upstream serves the method, or one refused the call. getProgramAccounts may still work. */
function isRefused({ kind, code }: RpcError): boolean {
  return kind === "methodNotFound" || kind === "notAllowed" || (kind === "ledger" && code !== -32602);
}
