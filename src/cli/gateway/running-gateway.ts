import { keyVariable, urlVariable } from "../../config/environment.ts";
import { cutResponse } from "../../json/cut-response.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { redactMalformedUrl, redactUrl } from "../../log/redact.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import type { CommandContext } from "../options/arguments.ts";
import { UsageError } from "../options/command-table.ts";

/** Printed when a gateway does not accept the caller. */
export const keyHint = `Set ${keyVariable} to the key or token that commands should send.`;

/** HTTP status from a port that accepts only WebSocket connections. */
const upgradeRequired = 426;
const operatorTimeoutMs = 30_000;
const callTimeoutMs = 60_000;

/** The authorization header for a key; empty without one. */
export function authorization(key: string | undefined): Record<string, string> {
  return key === undefined || key === "" ? {} : { authorization: `Bearer ${key}` };
}

/**
 * The running gateway named by `--url`, or by SVM_GATEWAY_URL unless `--local`, `--mock` or `--config` is given; undefined if none is
 * named. An address without a scheme gets `http://`.
 */
export function findRunningGateway({
  flags: { url, local, mock, config },
  env,
}: Pick<CommandContext, "flags" | "env">): RunningGateway | undefined {
  const runsInProcess = local || mock || config !== undefined;
  const given = url ?? (runsInProcess ? undefined : env[urlVariable]);
  if (given === undefined || given === "") return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  const key = env[keyVariable];
  if (key !== undefined && !/^[\x21-\x7e]*$/.test(key))
    throw new UsageError(`${keyVariable}: must be one key or token, without spaces and line breaks`);
  if (/^https?:\/\/(?![^/?#]*@)/i.test(address) && URL.canParse(address))
    return new RunningGateway(address, key);
  throw new UsageError(
    `${url === undefined ? urlVariable : "--url"}: must be an http or https URL without user and password, such as http://127.0.0.1:3000, got ${JSON.stringify(redactMalformedUrl(address))}`,
  );
}

/** The running gateway, for a command that needs one. `alternative` is appended to the error message. */
export function requireGateway(
  command: string,
  context: CommandContext,
  alternative?: string,
): RunningGateway {
  const gateway = findRunningGateway(context);
  if (gateway === undefined) throw noGatewayError(command, alternative);
  return gateway;
}

/** The error of a command that needs a running gateway when none is named. */
export function noGatewayError(command: string, alternative = ""): UsageError {
  return new UsageError(
    `${command} needs a running gateway: name it with --url or ${urlVariable}${alternative}`,
  );
}

/** Client for a running gateway. Rejects with `RpcError`, for the gateway's errors and for connection failures alike. */
export class RunningGateway {
  readonly url: string;
  readonly key: string | undefined;

  constructor(url: string, key: string | undefined) {
    this.url = url;
    this.key = key;
  }

  /** The address without credentials, for messages: `at http://127.0.0.1:3000`. */
  get location(): string {
    return `at ${redactUrl(this.url)}`;
  }

  /** Sends a request to a route that answers with JSON, such as the operator pages. */
  async request(method: "GET" | "POST", path: string): Promise<object> {
    const bytes = await this.#fetch(path, { method, signal: AbortSignal.timeout(operatorTimeoutMs) });
    const answer = parsedOrUndefined(bytes);
    if (typeof answer !== "object" || answer === null) throw this.notAGatewayError();
    const { error } = answer as { error?: { message?: unknown; data?: Record<string, unknown> } };
    if (typeof error?.message !== "string") return answer;
    throw RpcError.of("notAllowed", error.message, { data: error.data ?? {} });
  }

  /** Makes one JSON-RPC call; `params` is JSON text. */
  async call(
    method: string,
    params: string,
    {
      network,
      timeoutMs = callTimeoutMs,
    }: { network?: string | undefined; timeoutMs?: number | undefined } = {},
  ): Promise<RawJson> {
    const bytes = await this.#fetch("", {
      method: "POST",
      headers: { "content-type": "application/json", ...(network !== undefined && { "x-network": network }) },
      body: `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`,
      signal: AbortSignal.timeout(timeoutMs),
    });
    try {
      const answer = cutResponse(bytes);
      if (answer.kind === "result") return answer.result;
      throw RpcError.fromLedger(answer.code, answer.message, answer.error);
    } catch (caught) {
      throw caught instanceof JsonError ? this.notAGatewayError(caught) : caught;
    }
  }

  /** The error for an answer that can't come from a gateway. */
  notAGatewayError(cause?: unknown): RpcError {
    return RpcError.of(
      "upstreamInvalid",
      `what answers ${this.location} is not a gateway: check --url or ${urlVariable}`,
      { cause },
    );
  }

  async #fetch(path: string, request: RequestInit): Promise<Buffer> {
    let answer: { status: number; bytes: Buffer };
    try {
      const headers = { ...request.headers, ...authorization(this.key) };
      const response = await fetch(new URL(path, this.url), { ...request, headers });
      answer = { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      const { name, cause: inner } = cause as Error & { cause?: { code?: string; message?: string } };
      const reason = inner?.code ?? inner?.message ?? name;
      const message = `no gateway answers ${this.location} (${reason}); is it running?`;
      throw RpcError.of("upstreamUnreachable", message, { cause });
    }
    if (answer.status === upgradeRequired)
      throw RpcError.of(
        "upstreamInvalid",
        `only WebSocket connections are accepted ${this.location}: give the gateway's HTTP port in --url`,
      );
    return answer.bytes;
  }
}
