import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticator } from "../../auth/authenticator.ts";
import { missingRightError } from "../../auth/rights.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { setAuthenticatedCaller } from "../shared/caller-of-request.ts";
import { type Credential, takeCredential, writeChallenge } from "../shared/credentials.ts";
import type { RequestGuards } from "../shared/request-guards.ts";
import { requestPath } from "../shared/request-url.ts";
import { type Access, isLedgerPath, toolPath } from "./routes.ts";
import { closeIfBodyUnread, refuse, setHeaders } from "./write-answer.ts";

/** Admits requests to routes by their key or token. Used only if keys or tokens are configured. */
export class CallerGuard {
  readonly #authenticator: Authenticator;
  readonly #checks: RequestGuards;
  readonly #reportError: (error: RpcError) => void;
  readonly #credentials = new WeakMap<IncomingMessage, Credential>();

  constructor(authenticator: Authenticator, checks: RequestGuards, reportError: (error: RpcError) => void) {
    this.#authenticator = authenticator;
    this.#checks = checks;
    this.#reportError = reportError;
  }

  /**
   * Removes the key or token from a request, before its route is looked up. Returns false if it has answered: a browser page whose URL
   * has a key is redirected to the URL without it, so that scripts and other pages can't see the key.
   */
  removeCredential(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      const credential = takeCredential(request);
      if (credential?.isInUrl === true && isBrowserPage(request)) {
        response.writeHead(303, {
          location: withOneLeadingSlash(request.url),
          "referrer-policy": "no-referrer",
        });
        response.end();
        return false;
      }
      if (credential !== undefined) this.#credentials.set(request, credential);
      return true;
    } catch (caught) {
      this.#refuse(request, response, caught);
      return false;
    }
  }

  /** Calls `next` if the caller may use the route; otherwise refuses the request. */
  admit(access: Access, request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const credential = this.#credentials.get(request);
    const { address, isLoopback } = this.#checks.callerOf(request);
    if (access === "everyone" || (access === "operators" && credential === undefined && isLoopback)) {
      next();
      return;
    }
    try {
      const path = requestPath(request);
      assertInHeader(path, credential);
      const { origin, referer: referrer } = request.headers;
      const found = this.#authenticator.authenticate(credential?.text, { address, origin, referrer });
      const onAuthenticated = (caller: Awaited<typeof found>) => {
        if (caller !== undefined) {
          if (path === toolPath) this.#authenticator.assertForTools(caller);
          setAuthenticatedCaller(request, caller);
        }
        if (access === "operators" && caller?.rights.isAdmin !== true)
          throw missingRightError("Metrics and status may not be read", "admin");
        next();
      };
      // Awaits only a promise: most results are immediate.
      if (found instanceof Promise)
        found.then(onAuthenticated).catch((caught: unknown) => this.#refuse(request, response, caught));
      else onAuthenticated(found);
    } catch (caught) {
      this.#refuse(request, response, caught);
    }
  }

  #refuse(request: IncomingMessage, response: ServerResponse, caught: unknown): void {
    const error = RpcError.from(caught);
    this.#reportError(error);
    const path = requestPath(request);
    const isForTools = path === toolPath;
    setHeaders(response, this.#checks.origins.headers(request));
    if (error.kind === "unauthorized") {
      const resource = isForTools ? this.#authenticator.resource : undefined;
      response.setHeader("www-authenticate", writeChallenge(request, resource));
    }
    response.setHeader("cache-control", "no-store");
    response.setHeader("referrer-policy", "no-referrer");
    closeIfBodyUnread(response, 0);
    const { rpcStatus, toolStatus } = errorTable[error.kind];
    refuse(response, isForTools ? toolStatus : rpcStatus, error, { usesNodeCodes: isLedgerPath(path) });
  }
}

/** Refuses a key in the URL of the tool endpoint, which the protocol's authorization chapter forbids. */
function assertInHeader(path: string, credential: Credential | undefined): void {
  if (path !== toolPath || credential?.isInUrl !== true) return;
  throw RpcError.of(
    "unauthorized",
    `${toolPath} takes a key or token in a header only: Authorization: Bearer KEY, or x-api-key.`,
  );
}

/** Makes a path start with a single slash: a browser takes two, of either kind, for the start of another host. */
function withOneLeadingSlash(url = "/"): string {
  return url.replace(/^[/\\]+/, "/");
}

function isBrowserPage({ method, headers: { accept } }: IncomingMessage): boolean {
  return method === "GET" && accept?.includes("text/html") === true;
}
