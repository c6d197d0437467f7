import type { Request, RequestHandler } from "express";
import type { Config } from "../../../../generated/config.ts";
import type { KeyStorage, StoredKey } from "../../../auth/key-storages.ts";
import { listKeys, newKey, revokeKey, rotateKey } from "../../../auth/manage-keys.ts";
import { resourceMetadata as describeResource, metadataPath } from "../../../auth/resource-metadata.ts";
import { missingRightError } from "../../../auth/rights.ts";
import { type Usage, usageAsCsv } from "../../../auth/usage.ts";
import type { Log } from "../../../log/logger.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../../../text/parsed-or-undefined.ts";
import { assertOneOf } from "../../shared/query-parameters.ts";
import type { RequestGuards } from "../../shared/request-guards.ts";
import type { RouteHandlers } from "../routes.ts";

/** Usage of callers, and storage of keys that can change at run time; undefined if there are none. */
interface CallerData {
  readonly usage: Usage;
  readonly storage: KeyStorage | undefined;
  /** Reloads the keys after a change. */
  refresh(): Promise<void>;
}

interface CallerPagesOptions {
  readonly auth: CallerData | undefined;
  readonly config: Pick<Config, "auth">;
  readonly logger: Log;
  readonly guards: Pick<RequestGuards, "callerOf">;
}

/** Explicit, because declarations can't name the inferred Express types. */
interface CallerPages extends Pick<RouteHandlers, "usage" | "resourceMetadata"> {
  keys(): Promise<object>;
  changeKeys(request: Request): Promise<object>;
}

/** Pages for keys, usage and OAuth metadata. They answer 404 without `auth`. */
export function createCallerPages({ auth, config, logger, guards }: CallerPagesOptions): CallerPages {
  const { callerOf } = guards;
  const keys = async () => ({ keys: await listKeys(requireKeyStorage(auth).storage) });

  /** Changes keys: `?new=KEY`, `?rotate=ID&overlap=24h`, `?revoke=ID`. */
  async function changeKeys(request: Request): Promise<object> {
    const { storage, refresh } = requireKeyStorage(auth);
    const { action, answer } = await applyChange(storage, config.auth.keys, request.query);
    logger.info({ caller: callerOf(request).authenticated?.id, action }, "keys changed");
    await refresh();
    return answer;
  }

  const usage: RequestHandler = async (request, response) => {
    const { usage: usageCounter } = requireAuth(auth);
    const { authenticated, isLoopback } = callerOf(request);
    const { key, format } = request.query;
    assertOneOf("format", format, ["csv", "json"]);
    const requestedId = typeof key === "string" ? key : undefined;
    const isOperator = authenticated === undefined ? isLoopback : authenticated.rights.isAdmin;
    const ownId = authenticated?.id ?? "anonymous";
    if (!isOperator && requestedId !== undefined && requestedId !== ownId)
      throw missingRightError("The usage of other keys may not be read", "admin");
    const rows = await usageCounter.rows(isOperator ? requestedId : ownId);
    response.set("cache-control", "no-store");
    if (format === "csv") response.type("text/csv").send(usageAsCsv(rows));
    else response.json({ usage: rows });
  };

  /** Names the token issuer for MCP clients (RFC 9728). */
  const resourceMetadata: RequestHandler = (request, response) => {
    const { resource, jwt } = config.auth;
    const subpath = request.path.slice(metadataPath.length);
    if (
      resource === undefined ||
      jwt.issuer === undefined ||
      (subpath !== "" && subpath !== new URL(resource).pathname)
    )
      throw RpcError.of(
        "pathNotFound",
        "No tokens are accepted for this resource: see auth.jwt and auth.resource.",
      );
    response.json(describeResource(resource, jwt.issuer));
  };

  return { keys, changeKeys, usage, resourceMetadata };
}

async function applyChange(
  storage: KeyStorage,
  configured: Config["auth"]["keys"],
  query: Request["query"],
): Promise<{ readonly action: string; readonly answer: object }> {
  const { new: key, rotate, revoke, overlap } = query;
  if ([key, rotate, revoke].filter((value) => value !== undefined).length !== 1)
    throw RpcError.of("invalidParams", "Give exactly one of ?new=KEY, ?rotate=ID and ?revoke=ID.");
  if (overlap !== undefined && rotate === undefined)
    throw RpcError.of("invalidParams", "overlap requires rotate: ?rotate=ID&overlap=24h.");
  if (key !== undefined) {
    const requestedKey = parseKey(String(key));
    return {
      action: `new ${requestedKey.id}`,
      answer: await newKey(storage, requestedKey, configured),
    };
  }
  const id = String(rotate ?? revoke);
  if (rotate === undefined) return { action: `revoke ${id}`, answer: { key: await revokeKey(storage, id) } };
  const answer = await rotateKey(storage, id, overlap === undefined ? undefined : String(overlap));
  return { action: `rotate ${id}`, answer };
}

function requireAuth(auth: CallerData | undefined): CallerData {
  if (auth !== undefined) return auth;
  throw RpcError.of(
    "pathNotFound",
    "Authentication is not enabled: configure keys or tokens in auth (docs/callers.md).",
  );
}

function requireKeyStorage(
  auth: CallerData | undefined,
): Pick<CallerData, "refresh"> & { readonly storage: KeyStorage } {
  const { storage, refresh } = requireAuth(auth);
  if (storage !== undefined) return { storage, refresh };
  throw RpcError.of(
    "notAllowed",
    "Keys in the configuration can't be changed at run time: name a file in auth.keys_file, or set auth.keys_redis.",
  );
}

function parseKey(text: string): StoredKey {
  const key = parsedOrUndefined(text) as StoredKey | null | undefined;
  if (typeof key?.id === "string") return key;
  throw RpcError.of("invalidParams", 'new must be a key as JSON, such as {"id":"backend","rate_limit":50}.');
}
