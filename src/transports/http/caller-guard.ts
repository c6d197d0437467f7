import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticator } from "../../auth/authenticator.ts";
import type { KnownCaller } from "../../auth/known-caller.ts";
import { lackingRight } from "../../auth/rights.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { setKnownCaller } from "../shared/caller-of.ts";
import { challengeOf } from "../shared/challenge.ts";
import type { ClientChecks } from "../shared/client-checks.ts";
import { type Credential, takeCredential } from "../shared/credentials.ts";
import { pathOf } from "../shared/selected-network.ts";
import { refuse } from "./refuse.ts";
import { type Access, accessOf, type HttpMode, isOfLedgerDialect, toolPath } from "./routes.ts";

/** What finding the callers of requests needs. */
export interface CallerGuardOptions {
  readonly authenticator: Authenticator;
  readonly mode: HttpMode;
  readonly checks: Pick<ClientChecks, "origins" | "callerOf">;
  readonly onInternalFault: (fault: RpcError) => void;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Builds what guards the routes once callers are known by keys or tokens: a request goes on with its caller, or is refused. */
export function createCallerGuard(options: CallerGuardOptions, serve: Serve): Serve {
  const { authenticator, mode, checks } = options;

  function goOn(
    request: IncomingMessage,
    response: ServerResponse,
    access: Access,
    caller: KnownCaller | undefined,
  ): void {
    if (caller !== undefined) {
      if (pathOf(request) === toolPath) authenticator.assertForTools(caller);
      setKnownCaller(request, caller);
    }
    if (access === "operators" && caller?.rights.isAdmin !== true)
      throw lackingRight("Metrics and status may not be read", "admin");
    serve(request, response);
  }

  function refuseCaller(request: IncomingMessage, response: ServerResponse, caught: unknown): void {
    const fault = RpcError.from(caught);
    if (fault.kind === "internal") options.onInternalFault(fault);
    const path = pathOf(request);
    const pairs = checks.origins.headers(request);
    for (let index = 0; index + 1 < pairs.length; index += 2)
      response.appendHeader(pairs[index] ?? "", pairs[index + 1] ?? "");
    if (fault.kind === "unauthorized")
      response.setHeader(
        "www-authenticate",
        challengeOf(request, path === toolPath ? authenticator.resource : undefined),
      );
    response.setHeader("cache-control", "no-store");
    response.setHeader("referrer-policy", "no-referrer");
    // The rest of a body that was refused unread must not be taken for the next request.
    if (!request.complete) response.shouldKeepAlive = false;
    const nodeCodes = isOfLedgerDialect(path);
    const { rpcStatus, toolStatus } = errorTable[fault.kind];
    refuse(response, path === toolPath ? toolStatus : rpcStatus, fault, { nodeCodes });
  }

  return (request, response) => {
    try {
      const credential = takeCredential(request);
      const path = pathOf(request);
      if (credential?.isInUrl === true && isBrowserPage(request)) {
        // Its address, which scripts and other pages may see, then holds no key.
        response.writeHead(303, { location: ownPath(request.url), "referrer-policy": "no-referrer" });
        response.end();
        return;
      }
      const access = request.method === "OPTIONS" ? "everyone" : accessOf(mode, request.method, path);
      if (access === "everyone") {
        serve(request, response);
        return;
      }
      if (access === "operators" && credential === undefined && checks.callerOf(request).loopback) {
        serve(request, response);
        return;
      }
      assertInHeader(path, credential);
      const found = authenticate(request, credential);
      if (!(found instanceof Promise)) {
        goOn(request, response, access, found);
        return;
      }
      found
        .then((caller) => goOn(request, response, access, caller))
        .catch((caught: unknown) => refuseCaller(request, response, caught));
    } catch (caught) {
      refuseCaller(request, response, caught);
    }
  };

  function authenticate(
    request: IncomingMessage,
    credential: Credential | undefined,
  ): KnownCaller | undefined | Promise<KnownCaller> {
    const { origin, referer: referrer } = request.headers;
    const { address } = checks.callerOf(request);
    return authenticator.authenticate(credential?.text, { address, origin, referrer });
  }
}

/** Clients of the tool protocol never send a key in an address, as its authorization chapter forbids it. */
function assertInHeader(path: string, credential: Credential | undefined): void {
  if (path !== toolPath || credential?.isInUrl !== true) return;
  throw RpcError.of(
    "unauthorized",
    `${toolPath} takes a key or token in a header only: Authorization: Bearer KEY, or x-api-key.`,
  );
}

/** An address here: a browser takes one that begins with two slashes, of either kind, for another host. */
function ownPath(url = "/"): string {
  return url.replace(/^[/\\]+/, "/");
}

function isBrowserPage({ method, headers: { accept } }: IncomingMessage): boolean {
  return method === "GET" && accept?.includes("text/html") === true;
}
