import type { Request, RequestHandler } from "express";
import type { Config } from "../../../../generated/config.ts";
import type { GatewayAnswers } from "../../../gateway/gateway-answers.ts";
import type { Caller, Gateway } from "../../../gateway/gateway-call.ts";
import { RawJson } from "../../../json/raw-json.ts";
import { errorTable } from "../../../rpc/error-table.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import type { RequestGuards } from "../../shared/request-guards.ts";
import { selectedNetwork } from "../../shared/request-url.ts";
import { clientCancellation } from "../answer-rpc.ts";
import { sendError, writeAnswer } from "../write-answer.ts";

/** The body of a 304, which costs one point. */
const emptyBody = RawJson.fromText("");

interface AdmittedPagesOptions {
  readonly config: Pick<Config, "serverConfig">;
  readonly guards: Pick<RequestGuards, "callerOf">;
  /** Undefined if no keys or tokens are configured. */
  readonly auth: object | undefined;
  readonly gatewayAnswers: GatewayAnswers;
  readonly gateway: Gateway;
  /** Throws `notAllowed` if the caller may not manage the gateway. */
  readonly assertMayManage: (caller: Caller) => void;
  readonly reportError: (error: RpcError) => void;
}

/** Creates builders of handlers that count against the caller's rate limit. */
export function createAdmittedPages(options: AdmittedPagesOptions) {
  const { auth, gatewayAnswers, gateway, assertMayManage, reportError } = options;
  const { compression } = options.config.serverConfig;
  const { callerOf } = options.guards;

  /** Sends thrown errors with their HTTP status. */
  function sendErrors(page: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      try {
        await page(request, response, next);
      } catch (caught) {
        const error = RpcError.from(caught);
        reportError(error);
        sendError(response, errorTable[error.kind].toolStatus, error);
      }
    };
  }

  /**
   * An in-memory page, charged by size. One that never changes has a `tag`; a client that already has this version gets a 304 for one
   * point.
   */
  function memoryPage(make: (caller: Caller) => RawJson, tag?: string): RequestHandler {
    return sendErrors(async (request, response) => {
      if (tag !== undefined) response.set({ etag: tag, "cache-control": "no-cache" });
      // The page depends on the caller's rights, so a shared cache must not serve it to others.
      else if (auth !== undefined) response.set("cache-control", "no-store");
      const isUnchanged = tag !== undefined && matchesEtag(request, tag);
      const caller = callerOf(request);
      const body = await gatewayAnswers.answer(caller, () => (isUnchanged ? emptyBody : make(caller)));
      if (isUnchanged) response.set("vary", "accept-encoding").status(304).end();
      else writeAnswer(response, 200, [], body, compression);
    });
  }

  /** A page for operators. It requires the right to change networks and is never cached. */
  function operatorPage(act: (request: Request) => Promise<object>): RequestHandler {
    return sendErrors(async (request, response) => {
      const caller = callerOf(request);
      assertMayManage(caller);
      const body = await gatewayAnswers.answer(caller, async () => RawJson.write(await act(request)));
      writeAnswer(response, 200, ["cache-control", "no-store"], body, compression);
    });
  }

  /** A page that costs one point. Its assets below `path` are free, since a browser loads them once. */
  function onePointPageWithAssets(path: string, page: RequestHandler): RequestHandler {
    const charged = onePointPage(page);
    return (request, response, next) => (request.path === path ? charged : page)(request, response, next);
  }

  /** A page that costs one point and sends its own answer. */
  function onePointPage(page: RequestHandler): RequestHandler {
    return sendErrors(async (request, response, next) => {
      await gatewayAnswers.admitPage(callerOf(request));
      await page(request, response, next);
    });
  }

  /** A page that answers with the result of a call, with parameters from the request's path. */
  function callPage(method: string, paramsOf: (request: Request) => unknown): RequestHandler {
    return sendErrors(async (request, response) => {
      const body = await gateway.call({
        dialect: "gateway",
        method,
        params: JSON.stringify(paramsOf(request)),
        network: selectedNetwork(request),
        caller: callerOf(request),
        cancellation: clientCancellation(response),
        notes: {},
      });
      writeAnswer(response, 200, ["cache-control", "no-store"], body, compression);
    });
  }

  return { memoryPage, operatorPage, onePointPageWithAssets, onePointPage, callPage };
}

/**
 * True if If-None-Match has this tag, which a proxy may mark as weak. Express ignores tags if `no-cache` is present, which `fetch` adds.
 */
function matchesEtag({ headers: { "if-none-match": tags = "" } }: Request, tag: string): boolean {
  return tags.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
