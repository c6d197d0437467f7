import type { HandlerContext } from "../../gateway/handler-context.ts";
import { cutMembers } from "../../json/cut-members.ts";
import { withMember } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** Most values of an answer that is read: nodes give two. */
const mostValues = 100;

/** getVersion: the upstream's own keys, and in the gateway dialect `chain-core` with the core version under a neutral name. */
export async function getVersion(context: HandlerContext): Promise<RawJson<never>> {
  const answer = await context.forward(mostValues);
  const versions = cutMembers(answer) ?? [];
  const [, core] =
    versions.find(([key]) => key === "solana-core") ?? versions.find(([key]) => key.endsWith("-core")) ?? [];
  const text = core?.toString() ?? "";
  return text.startsWith('"') ? withMember(answer, "chain-core", text) : answer;
}
