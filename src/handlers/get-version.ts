import type { HandlerContext } from "../gateway/handler-context.ts";
import { quote, withMember } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";

/** getVersion: the node's own keys, and in the gateway dialect `chain-core` with the core version under a neutral name. */
export async function getVersion(context: HandlerContext): Promise<RawJson<never>> {
  const answer = await context.forward();
  if (context.dialect === "ledger") return answer;
  const versions = (answer as RawJson<unknown>).parse() as Record<string, unknown>;
  const core =
    versions["solana-core"] ?? Object.entries(versions).find(([key]) => key.endsWith("-core"))?.[1];
  return typeof core === "string" ? withMember(answer, "chain-core", quote(core)) : answer;
}
