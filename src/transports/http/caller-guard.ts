import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticator } from "../../auth/authenticator.ts";
import { missingRightError } from "../../auth/rights.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { setAuthenticatedCaller } from "../shared/caller-of-request.ts";
import { type Credential, takeCredential, writeChallenge } from "../shared/credentials.ts";
import type { RequestGuards } from "../shared/request-guards.ts";
import { requestPath } from "../shared/request-url.ts";
import { type Access, dialectAt, toolPath } from "./routes.ts";
import { closeIfBodyUnread, sendError, setHeaders } from "./write-answer.ts";

/** Authorizes requests by their key or token. Used only if keys or tokens are configured. */
export class CallerGuard {
  readonly #authenticator: Authenticator;
  readonly #guards: RequestGuards;
  readonly #reportError: (error: RpcError) => void;
  readonly #credentials = new WeakMap<IncomingMessage, Credential>();

  constructor(authenticator: Authenticator, guards: RequestGuards, reportError: (error: RpcError) => void) {
    this.#authenticator = authenticator;
    this.#guards = guards;
    this.#reportError = reportError;
  }

  /**
   * Strips the key or token from a request before routing. Returns false if the request is answered: a browser that opens a URL with a
   * key is redirected to the URL without the key, to hide it from scripts and other pages.
   */
  removeCredential(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      const credential = takeCredential(request);
      if (credential?.isInUrl === true && isBrowserNavigation(request)) {
        response.writeHead(303, {
          location: collapseLeadingSlashes(request.url),
          "referrer-policy": "no-referrer",
        });
        response.end();
        return false;
      }
      if (credential !== undefined) this.#credentials.set(request, credential);
      return true;
    } catch (caught) {
      this.#sendError(request, response, caught);
      return false;
    }
  }

  /** Calls `next` if the caller may use the route; otherwise sends the error. */
  admit(access: Access, request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const credential = this.#credentials.get(request);
    const { address, isLoopback } = this.#guards.callerOf(request);
    if (access === "everyone" || (access === "operators" && credential === undefined && isLoopback)) {
      next();
      return;
    }
    try {
      const path = requestPath(request);
      assertNotInUrl(path, credential);
      const { origin, referer: referrer } = request.headers;
      const authentication = this.#authenticator.authenticate(credential?.text, {
        address,
        origin,
        referrer,
      });
      const onAuthenticated = (caller: Awaited<typeof authentication>) => {
        if (caller !== undefined) {
          if (path === toolPath) this.#authenticator.assertForTools(caller);
          setAuthenticatedCaller(request, caller);
        }
        if (access === "operators" && caller?.rights.isAdmin !== true)
          throw missingRightError("Metrics and status may not be read", "admin");
        next();
      };
      // Most results are synchronous.
      if (authentication instanceof Promise)
        authentication
          .then(onAuthenticated)
          .catch((caught: unknown) => this.#sendError(request, response, caught));
      else onAuthenticated(authentication);
    } catch (caught) {
      this.#sendError(request, response, caught);
    }
  }

  #sendError(request: IncomingMessage, response: ServerResponse, caught: unknown): void {
    const error = RpcError.from(caught);
    this.#reportError(error);
    const path = requestPath(request);
    const isToolRequest = path === toolPath;
    setHeaders(response, this.#guards.origins.headers(request));
    if (error.kind === "unauthorized") {
      const resource = isToolRequest ? this.#authenticator.resource : undefined;
      response.setHeader("www-authenticate", writeChallenge(request, resource));
    }
    response.setHeader("cache-control", "no-store");
    response.setHeader("referrer-policy", "no-referrer");
    closeIfBodyUnread(response, 0);
    const { rpcStatus, toolStatus } = errorTable[error.kind];
    sendError(response, isToolRequest ? toolStatus : rpcStatus, error, { dialect: dialectAt(path) });
  }
}

/** Throws for a key in the URL of the tool endpoint, which the MCP authorization specification forbids. */
function assertNotInUrl(path: string, credential: Credential | undefined): void {
  if (path !== toolPath || credential?.isInUrl !== true) return;
  throw RpcError.of(
    "unauthorized",
    `${toolPath} takes a key or token in a header only: Authorization: Bearer KEY, or x-api-key.`,
  );
}

/** Collapses leading slashes and backslashes into one slash. A browser would read two as the start of a host name. */
function collapseLeadingSlashes(url = "/"): string {
  return url.replace(/^[/\\]+/, "/");
}

function isBrowserNavigation({ method, headers: { accept } }: IncomingMessage): boolean {
  return method === "GET" && accept?.includes("text/html") === true;
}
