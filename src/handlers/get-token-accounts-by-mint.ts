import type { HandlerContext } from "../gateway/handler-context.ts";
import { quote } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { configOf } from "./config-object.ts";
import { ownerOf } from "./get-account-owner.ts";
import { tokenProgram } from "./token-programs.ts";

/** Bytes of a token account of the classic program; those of newer programs may be longer. */
const tokenAccountBytes = 165;

/** getTokenAccountsByMint: every token account of a mint, found by the token program's own layout. */
export async function getTokenAccountsByMint(context: HandlerContext): Promise<RawJson<never>> {
  const { params } = context;
  const mint = params.required("mint");
  const program = params.text("programId") ?? (await ownerOf(context, mint));
  if (program === null) {
    throw RpcError.of(
      "invalidParams",
      `Invalid param: could not find mint ${mint}; check the address and the network.`,
    );
  }
  const size = program === tokenProgram ? `{"dataSize":${tokenAccountBytes}}` : '"tokenAccountState"';
  const config = configOf(context, ["dataSlice", "minContextSlot"], {
    encoding: params.raw("encoding") ?? '"base64"',
    filters: `[{"memcmp":{"offset":0,"bytes":${mint}}},${size}]`,
  });
  return context.ask<never>("getProgramAccounts", `[${quote(program)},${config}]`);
}
