import { paramsByName, requestBody } from "../call/call-values.ts";
import { callAddress, type SnippetCall } from "./snippet.ts";

/** The call as a line for a POSIX shell. */
export function writeCurl({ method, values, gateway, network }: SnippetCall): string {
  const body = requestBody(method.name, paramsByName(method, values));
  return [
    `curl -s ${shellWord(callAddress(gateway, network))} \\`,
    "  -H 'content-type: application/json' \\",
    `  -d ${shellWord(body)}`,
  ].join("\n");
}

/** A word that the shell takes as it is; quoted if any character could mean something to it. */
export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) && text !== "" ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
