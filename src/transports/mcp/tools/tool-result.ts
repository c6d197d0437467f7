import type { CallToolResult, TextContent } from "@modelcontextprotocol/server";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import { type Omission, shortenJson } from "../../../json/shorten-json.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { writeErrorObject } from "../../../rpc/write-response.ts";
import { adviceOnEmptyResult, adviceOnLongResult } from "./advice.ts";

const maxListedOmissions = 8;

/** Builds the tool result of a call. Shortens it if it is longer than `maxBytes`. */
export function toolResult(
  tool: ToolDescriptor,
  result: RawJson,
  spansAllNetworks: boolean,
  maxBytes: number,
): CallToolResult {
  // structuredContent is never used: clients parse it into doubles, and integers beyond 2^53, such as rentEpoch, would lose digits.
  if (result.byteLength <= maxBytes) {
    const advice = adviceOnEmptyResult(result);
    return { content: [exactText(result.toString()), ...(advice === undefined ? [] : [note(advice)])] };
  }
  const { text, omissions } = shortenJson(result.toString(), maxBytes);
  const summary = `${truncationNote(result.byteLength, maxBytes, omissions)} ${adviceOnLongResult(tool, spansAllNetworks)}`;
  return { content: [exactText(text), note(summary)] };
}

/** Builds the tool result of a failure: the unchanged error, and advice. */
export function failedResult(error: RpcError, advice: string): CallToolResult {
  const content = [exactText(writeErrorObject(error).toString()), note(`What to do: ${advice}`)];
  return { isError: true, content };
}

function truncationNote(totalBytes: number, maxBytes: number, omissions: readonly Omission[]): string {
  const cuts = omissions
    .slice(0, maxListedOmissions)
    .map(
      ({ path, kept, total, unit }) =>
        `${path === "" ? "the result" : path} keeps ${kept} of ${total} ${unit}`,
    );
  const more = omissions.length - cuts.length;
  if (more > 0) cuts.push(`${more} more parts are cut`);
  return (
    `This result was cut: it has ${totalBytes} bytes, of which at most ${maxBytes} are shown ` +
    `(tool_results.max_bytes). What is left is valid JSON: ${cuts.join("; ")}.`
  );
}

function exactText(text: string): TextContent {
  return { type: "text", text, annotations: { audience: ["assistant", "user"], priority: 1 } };
}

function note(text: string): TextContent {
  return { type: "text", text, annotations: { audience: ["assistant"], priority: 0.8 } };
}
