import type { HandlerContext } from "../gateway/handler-context.ts";
import { quote, withMember } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";

/** getVersion: the upstream's own keys, and in the gateway dialect `chain-core` with the core version under a neutral name. */
export async function getVersion(context: HandlerContext): Promise<RawJson<never>> {
  const answer = await context.forward();
  const versions = Object.entries((answer as RawJson<unknown>).parse() ?? {});
  const [, core] =
    versions.find(([key]) => key === "solana-core") ?? versions.find(([key]) => key.endsWith("-core")) ?? [];
  return typeof core === "string" ? withMember(answer, "chain-core", quote(core)) : answer;
}
