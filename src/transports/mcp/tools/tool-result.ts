import type { CallToolResult, TextContent } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import { member } from "../../../json/cut-members.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import { type Omission, shortenJson } from "../../../json/shorten-json.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { writeErrorObject } from "../../../rpc/write-response.ts";
import { gatewayAdvice, ledgerAdvice, narrowingAdvice } from "./advice.ts";
import type { ToolCall } from "./tool-arguments.ts";

/** Most cuts that are listed one by one. */
const maxListedOmissions = 8;

/** Puts a result into the protocol's form. Shortens it if it is longer than `maxBytes`. */
export function toolResult(
  tool: ToolDescriptor,
  result: RawJson,
  isOfAllNetworks: boolean,
  maxBytes: number,
): CallToolResult {
  // Never as structuredContent: clients parse it into doubles, and integers beyond 2^53, such as rentEpoch in most accounts, would
  // lose digits.
  if (result.byteLength <= maxBytes) {
    const empty = emptyRemark(result);
    return { content: [exactText(result.toString()), ...(empty === undefined ? [] : [remark(empty)])] };
  }
  const { text, omissions } = shortenJson(result.toString(), maxBytes);
  const statement = `${cutStatement(result.byteLength, maxBytes, omissions)} ${narrowingAdvice(tool, isOfAllNetworks)}`;
  return { content: [exactText(text), remark(statement)] };
}

/** Puts a failure into the protocol's form: the unchanged error and advice for it. */
export function failedResult(fault: RpcError, toolCall: ToolCall): CallToolResult {
  return advisedResult(fault, fault.kind === "ledger" ? ledgerAdvice(fault) : gatewayAdvice(toolCall, fault));
}

/** Puts a failure into the protocol's form with the given advice. */
export function advisedResult(fault: RpcError, advice: string): CallToolResult {
  const content = [exactText(writeErrorObject(fault).toString()), remark(`What to do: ${advice}`)];
  return { isError: true, content };
}

/** What to tell a model about an empty result; undefined if there is something in it. */
function emptyRemark(result: RawJson): string | undefined {
  const word = [result, member(result, "value")].map(wordForEmpty).find((found) => found !== undefined);
  return (
    word &&
    `The answer is ${word}: the ledger holds nothing under what was asked. Check the address, signature or slot, or ask another network or commitment.`
  );
}

function wordForEmpty(value: RawJson | undefined): string | undefined {
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
