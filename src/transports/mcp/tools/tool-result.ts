import type { CallToolResult, TextContent } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { member } from "../../../json/cut-members.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import { type Omission, shortenJson } from "../../../json/shorten-json.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { writeErrorObject } from "../../../rpc/write-response.ts";
import { gatewayAdvice, ledgerAdvice, narrowingAdvice } from "./advice.ts";
import type { Target } from "./tool-arguments.ts";

/** Most places of a cut that are listed one by one. */
const maxListedOmissions = 8;

/** Puts a result into the protocol's form, cut if it is longer than `maxBytes`. */
export function toolResult(
  tool: ToolDescriptor,
  result: RawJson,
  isOfAllNetworks: boolean,
  maxBytes: number,
): CallToolResult {
  // The exact text is the result. structuredContent is never given: clients parse it into doubles, and most results
  // hold integers beyond 2^53 (rentEpoch alone), whose digits would be lost silently.
  if (result.byteLength <= maxBytes) {
    const nothing = nothingFound(result);
    return { content: [exactText(result.toString()), ...(nothing === undefined ? [] : [remark(nothing)])] };
  }
  const { text, omissions } = shortenJson(result.toString(), maxBytes);
  const statement = `${cutStatement(result.byteLength, maxBytes, omissions)} ${narrowingAdvice(tool, isOfAllNetworks)}`;
  return { content: [exactText(text), remark(statement)] };
}

/** Puts a failure into the protocol's form: the error as it is, and what to do next. */
export function failedResult(fault: RpcError, target: Target): CallToolResult {
  return advisedResult(fault, fault.kind === "ledger" ? ledgerAdvice(fault) : gatewayAdvice(target, fault));
}

/** A failure as it is, and this advice. */
export function advisedResult(fault: RpcError, advice: string): CallToolResult {
  const content = [exactText(writeErrorObject(fault).toString()), remark(`What to do: ${advice}`)];
  return { isError: true, content };
}

/** What holds nothing, and what a model reads about it. */
function nothingFound(result: RawJson): string | undefined {
  const word = [result, member(result, "value")].map(wordForNothing).find((found) => found !== undefined);
  return (
    word &&
    `The answer is ${word}: the ledger holds nothing under what was asked. Check the address, signature or slot, or ask another network or commitment.`
  );
}

function wordForNothing(value: RawJson | undefined): string | undefined {
  if (value?.isNull === true) return "null";
  return value?.byteLength === 2 && value.toString() === "[]" ? "an empty list" : undefined;
}

function cutStatement(totalBytes: number, maxBytes: number, omissions: readonly Omission[]): string {
  const places = omissions
    .slice(0, maxListedOmissions)
    .map(
      ({ path, kept, total, unit }) =>
        `${path === "" ? "the result" : path} keeps ${kept} of ${total} ${unit}`,
    );
  const more = omissions.length - places.length;
  if (more > 0) places.push(`${more} more places are cut`);
  return (
    `This result was cut: it has ${totalBytes} bytes, of which at most ${maxBytes} are shown ` +
    `(tool_results.max_bytes). The text is valid JSON of a part: ${places.join("; ")}.`
  );
}

function exactText(text: string): TextContent {
  return { type: "text", text, annotations: { audience: ["assistant", "user"], priority: 1 } };
}

function remark(text: string): TextContent {
  return { type: "text", text, annotations: { audience: ["assistant"], priority: 0.8 } };
}
