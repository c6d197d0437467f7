import type { Request, RequestHandler } from "express";
import type { Config } from "../../../../generated/config.ts";
import type { KeyStorage, StoredKey } from "../../../auth/key-storages.ts";
import { listKeys, newKey, revokeKey, rotateKey } from "../../../auth/manage-keys.ts";
import { missingRightError } from "../../../auth/rights.ts";
import { resourceMetadata as describeResource, metadataPath } from "../../../auth/token-rights.ts";
import { type Usage, usageAsCsv } from "../../../auth/usage.ts";
import type { Log } from "../../../log/logger.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../../../text/parsed-or-undefined.ts";
import { assertOneOf } from "../../shared/query-parameters.ts";
import type { RequestGuards } from "../../shared/request-guards.ts";
import type { RouteHandlers } from "../routes.ts";

/** The usage of callers, and the keys that can change at run time: `keeper` is undefined if there are none. */
interface KnownCallers {
  readonly usage: Usage;
  readonly storage: KeyStorage | undefined;
  /** Reads the keys again after a change. */
  refresh(): Promise<void>;
}

interface CallerPagesOptions {
  readonly auth: KnownCallers | undefined;
  readonly config: Pick<Config, "auth">;
  readonly logger: Log;
  readonly checks: Pick<RequestGuards, "callerOf">;
}

/** Written out, since declarations can't name what the compiler infers of Express. */
interface CallerPages extends Pick<RouteHandlers, "usage" | "resourceMetadata"> {
  keys(): Promise<object>;
  changeKeys(request: Request): Promise<object>;
}

/** The pages of keys, of callers' usage and of OAuth metadata; each answers 404 without `auth`. */
export function createCallerPages({ auth, config, logger, checks }: CallerPagesOptions): CallerPages {
  const { callerOf } = checks;
  const keys = async () => ({ keys: await listKeys(keyStorageOrThrow(auth).storage) });

  /** Changes keys: `?new=KEY`, `?rotate=ID&overlap=24h`, `?revoke=ID`. */
  async function changeKeys(request: Request): Promise<object> {
    const { storage, refresh } = keyStorageOrThrow(auth);
    const { action, answer } = await applyChange(storage, config.auth.keys, request.query);
    logger.info({ caller: callerOf(request).authenticated?.id, action }, "keys changed");
    await refresh();
    return answer;
  }

  const usage: RequestHandler = async (request, response) => {
    const { usage: counted } = authOrThrow(auth);
    const { authenticated, isLoopback } = callerOf(request);
    const { key, format } = request.query;
    assertOneOf("format", format, ["csv", "json"]);
    const asked = typeof key === "string" ? key : undefined;
    const isOperator = authenticated === undefined ? isLoopback : authenticated.rights.isAdmin;
    const own = authenticated?.id ?? "anonymous";
    if (!isOperator && asked !== undefined && asked !== own)
      throw missingRightError("The usage of other keys may not be read", "admin");
    const rows = await counted.rows(isOperator ? asked : own);
    response.set("cache-control", "no-store");
    if (format === "csv") response.type("text/csv").send(usageAsCsv(rows));
    else response.json({ usage: rows });
  };

  /** Shows MCP clients which issuer gives them tokens (RFC 9728). */
  const resourceMetadata: RequestHandler = (request, response) => {
    const { resource, jwt } = config.auth;
    const below = request.path.slice(metadataPath.length);
    if (
      resource === undefined ||
      jwt.issuer === undefined ||
      (below !== "" && below !== new URL(resource).pathname)
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
  if ([key, rotate, revoke].filter((given) => given !== undefined).length !== 1)
    throw RpcError.of("invalidParams", "Say what to do, with one of ?new=KEY, ?rotate=ID and ?revoke=ID.");
  if (overlap !== undefined && rotate === undefined)
    throw RpcError.of("invalidParams", "overlap goes with rotate: ?rotate=ID&overlap=24h.");
  if (key !== undefined) {
    const made = parsedKey(String(key));
    return { action: `new ${made.id}`, answer: await newKey(storage, made, configured) };
  }
  const id = String(rotate ?? revoke);
  if (rotate === undefined) return { action: `revoke ${id}`, answer: { key: await revokeKey(storage, id) } };
  const answer = await rotateKey(storage, id, overlap === undefined ? undefined : String(overlap));
  return { action: `rotate ${id}`, answer };
}

function authOrThrow(auth: KnownCallers | undefined): KnownCallers {
  if (auth !== undefined) return auth;
  throw RpcError.of(
    "pathNotFound",
    "Authentication is off here: configure keys or tokens in auth (docs/callers.md).",
  );
}

/** The keeper of the keys that can change at run time. */
function keyStorageOrThrow(
  auth: KnownCallers | undefined,
): Pick<KnownCallers, "refresh"> & { readonly storage: KeyStorage } {
  const { storage, refresh } = authOrThrow(auth);
  if (storage !== undefined) return { storage, refresh };
  throw RpcError.of(
    "notAllowed",
    "The only keys here are those of the configuration: to change keys, name a file in auth.keys_file, or set auth.keys_redis.",
  );
}

function parsedKey(text: string): StoredKey {
  const key = parsedOrUndefined(text) as StoredKey | null | undefined;
  if (typeof key?.id === "string") return key;
  throw RpcError.of("invalidParams", 'new must be a key as JSON, such as {"id":"backend","rate_limit":50}.');
}
