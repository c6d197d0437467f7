import type { Request, RequestHandler } from "express";
import type { Caller } from "../gateway/gateway-call.ts";
import { createManagementCheck, managementRule } from "../gateway/management-check.ts";
import { RawJson } from "../json/raw-json.ts";
import { errorTable } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { refuse } from "../transports/http/refuse.ts";
import { writeAnswer } from "../transports/http/write-answer.ts";
import { clientCancellation } from "../transports/shared/client-cancellation.ts";
import { createClientChecks } from "../transports/shared/client-checks.ts";
import type { Service } from "./assemble.ts";

/** Costs as little as the smallest answer. */
const empty = RawJson.fromText("");

/** Makes pages over one service whose callers the rate limit admits. */
export function createAdmittedPages(service: Service) {
  const { serverConfig } = service.config;
  const { compression } = serverConfig;
  const { callerOf } = createClientChecks(serverConfig);
  const assertMayManage = createManagementCheck(managementRule(serverConfig), service.auth !== undefined);

  /** A page whose faults are answered with their status. */
  function refusing(page: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      try {
        await page(request, response, next);
      } catch (caught) {
        const fault = RpcError.from(caught);
        if (fault.kind === "internal") service.onInternalFault(fault);
        refuse(response, errorTable[fault.kind].toolStatus, fault);
      }
    };
  }

  /**
   * A page that costs its caller points by size, as the same bytes do on other routes. One that never changes has a tag: a client
   * that has that version gets a 304, for one point.
   */
  function fromMemory(question: string, make: (caller: Caller) => RawJson, tag?: string): RequestHandler {
    return refusing(async (request, response) => {
      if (tag !== undefined) response.set({ etag: tag, "cache-control": "no-cache" });
      // What one caller may see is for no other.
      else if (service.auth !== undefined) response.set("cache-control", "no-store");
      const isKnown = tag !== undefined && hasVersion(request, tag);
      const caller = callerOf(request);
      const body = await service.memory.answer(caller, question, () => (isKnown ? empty : make(caller)));
      if (isKnown) response.set("vary", "accept-encoding").status(304).end();
      else writeAnswer(request, response, 200, [], body, compression);
    });
  }

  /** What operators do and ask: guarded as changes of networks are, and never cached. */
  function forOperators(act: (request: Request) => Promise<object>): RequestHandler {
    return refusing(async (request, response) => {
      const caller = callerOf(request);
      assertMayManage(caller);
      const question = `${request.method} ${request.path}`;
      const make = async () => RawJson.write(await act(request));
      const body = await service.memory.answer(caller, question, make);
      writeAnswer(request, response, 200, ["cache-control", "no-store"], body, compression);
    });
  }

  /** A page for one point. Its own files are sent once to each browser, and cost nothing. */
  function forOnePoint(path: string, page: RequestHandler): RequestHandler {
    const charged = answered(page);
    return (request, response, next) => (request.path === path ? charged : page)(request, response, next);
  }

  /** A page for one point that writes its own answer; what it throws is answered as an error. */
  function answered(page: RequestHandler): RequestHandler {
    return refusing(async (request, response, next) => {
      await service.memory.admitPage(callerOf(request));
      await page(request, response, next);
    });
  }

  /** The answer to a call, whose parameters are in the address. */
  function fromGateway(method: string, paramsOf: (request: Request) => unknown): RequestHandler {
    return refusing(async (request, response) => {
      const { network } = request.query;
      const body = await service.gateway.call({
        dialect: "gateway",
        method,
        params: JSON.stringify(paramsOf(request)),
        network: typeof network === "string" ? network : undefined,
        caller: callerOf(request),
        cancellation: clientCancellation(response),
        notes: {},
      });
      writeAnswer(request, response, 200, ["cache-control", "no-store"], body, compression);
    });
  }

  return { fromMemory, forOperators, forOnePoint, answered, fromGateway, callerOf };
}

/**
 * Whether the client names this version as one that it has. A proxy that compresses marks it as weak. Express ignores
 * the tags of a request with `cache-control: no-cache`, which `fetch` adds to each that has tags.
 */
function hasVersion({ headers: { "if-none-match": known = "" } }: Request, tag: string): boolean {
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
