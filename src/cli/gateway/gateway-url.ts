import { redactMalformedUrl } from "../../log/redact.ts";
import type { Flags } from "../options/arguments.ts";

/** The variable that names a running gateway if `--url` does not. */
export const urlVariable = "SVM_GATEWAY_URL";

/**
 * The running gateway that a command asks: `--url`, else SVM_GATEWAY_URL unless a flag says what to ask instead; undefined if
 * none is named. An address without a scheme is taken as http.
 */
export function gatewayUrl(
  { url, local, mock, config }: Flags,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const asksHere = local || mock || config !== undefined;
  const given = url ?? (asksHere ? undefined : env[urlVariable]);
  if (given === undefined || given === "") return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
}

/** What is wrong with the address of a gateway; undefined if nothing is. */
export function gatewayUrlFault(url: string | undefined): string | undefined {
  if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) return undefined;
  return `--url must be an http or https URL such as http://127.0.0.1:3000, got ${JSON.stringify(redactMalformedUrl(url))}`;
}
