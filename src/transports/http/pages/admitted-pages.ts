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
import { refuse, writeAnswer } from "../write-answer.ts";

/** The body of a 304: costs its caller one point. */
const empty = RawJson.fromText("");

interface AdmittedPagesOptions {
  readonly config: Pick<Config, "serverConfig">;
  readonly checks: Pick<RequestGuards, "callerOf">;
  /** Undefined if callers have no keys and tokens. */
  readonly auth: object | undefined;
  readonly gatewayAnswers: GatewayAnswers;
  readonly gateway: Gateway;
  /** Throws `notAllowed` for a caller who may not manage the gateway. */
  readonly assertMayManage: (caller: Caller) => void;
  readonly reportError: (error: RpcError) => void;
}

/** Creates the builders of pages that charge their callers' rate limit. */
export function createAdmittedPages(options: AdmittedPagesOptions) {
  const { auth, gatewayAnswers, gateway, assertMayManage, reportError } = options;
  const { compression } = options.config.serverConfig;
  const { callerOf } = options.checks;

  /** Answers what a page throws as an error, with its HTTP status. */
  function catchFaults(page: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      try {
        await page(request, response, next);
      } catch (caught) {
        const error = RpcError.from(caught);
        reportError(error);
        refuse(response, errorTable[error.kind].toolStatus, error);
      }
    };
  }

  /**
   * A page from memory that costs points by its size. One that never changes has a `tag`: a client with this version gets a 304, for one
   * point.
   */
  function memoryPage(make: (caller: Caller) => RawJson, tag?: string): RequestHandler {
    return catchFaults(async (request, response) => {
      if (tag !== undefined) response.set({ etag: tag, "cache-control": "no-cache" });
      // The page depends on the caller's rights: a shared cache must not give it to another caller.
      else if (auth !== undefined) response.set("cache-control", "no-store");
      const isKnown = tag !== undefined && hasVersion(request, tag);
      const caller = callerOf(request);
      const body = await gatewayAnswers.answer(caller, () => (isKnown ? empty : make(caller)));
      if (isKnown) response.set("vary", "accept-encoding").status(304).end();
      else writeAnswer(response, 200, [], body, compression);
    });
  }

  /** A page for operators: requires the same rights as changing networks, and is never cached. */
  function operatorPage(act: (request: Request) => Promise<object>): RequestHandler {
    return catchFaults(async (request, response) => {
      const caller = callerOf(request);
      assertMayManage(caller);
      const body = await gatewayAnswers.answer(caller, async () => RawJson.write(await act(request)));
      writeAnswer(response, 200, ["cache-control", "no-store"], body, compression);
    });
  }

  /** A page that costs one point. Its scripts and styles, below `path`, are free: a browser loads them once. */
  function onePointPageWithAssets(path: string, page: RequestHandler): RequestHandler {
    const charged = onePointPage(page);
    return (request, response, next) => (request.path === path ? charged : page)(request, response, next);
  }

  /** A page that costs one point and writes its own answer. */
  function onePointPage(page: RequestHandler): RequestHandler {
    return catchFaults(async (request, response, next) => {
      await gatewayAnswers.admitPage(callerOf(request));
      await page(request, response, next);
    });
  }

  /** A page that answers with the result of a call, whose parameters come from the request's path. */
  function callPage(method: string, paramsOf: (request: Request) => unknown): RequestHandler {
    return catchFaults(async (request, response) => {
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
 * Whether the client has this version. A proxy marks the tag as weak. Express' check ignores tags beside `no-cache`, which `fetch` adds.
 */
function hasVersion({ headers: { "if-none-match": known = "" } }: Request, tag: string): boolean {
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
