import type { JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import type { JwtConfig } from "../../generated/config.ts";
import type { OnUsable } from "../files/follow-file.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { AuthenticatedCaller } from "./authenticated-caller.ts";
import { type CallerMeter, findOrCreateMeter, type SharedLimits } from "./caller-meter.ts";
import { IssuerKeys } from "./issuer-keys.ts";
import { digestOf } from "./key-table.ts";
import { Rights, unauthorizedError } from "./rights.ts";
import { tokenRights } from "./token-rights.ts";

/** Most cached valid tokens, and most callers with counts. */
const maxCallers = 10_000;
/** Most cached invalid tokens, and for how long. */
const maxRejected = 1000;
const rejectedForMs = 5000;
const tokenPattern = /^[\w-]{10,}\.[\w-]+\.[\w-]*$/;

interface TokenCheckerOptions {
  readonly jwt: JwtConfig;
  /** Address of the tools, also accepted as an audience. */
  readonly resource: string | undefined;
  /** Absolute path of a file with the key set, instead of `jwt.jwksUrl`; reread when it changes. */
  readonly jwksFile: string | undefined;
  /** Undefined if counts are local to this gateway. */
  readonly shared?: SharedLimits | undefined;
  /** Called after each read of the key set. After a failed one, the previous set stays in use. */
  readonly onUsable: OnUsable;
}

/** Checks tokens (JWTs) of one issuer against its key set. */
export type TokenChecker = Awaited<ReturnType<typeof createTokenChecker>>;

/** Creates a checker and reads the key set. If that fails, refuses tokens until a read succeeds. */
export async function createTokenChecker(options: TokenCheckerOptions) {
  const { jwt, resource, jwksFile, shared, onUsable } = options;
  // Loaded on demand: most gateways accept no tokens.
  const jose = await import("jose");
  const { jwtVerify, errors } = jose;
  const audience = [...(jwt.audience ?? []), ...(resource === undefined ? [] : [resource])];
  const callers = new LRUCache<string, AuthenticatedCaller>({ max: maxCallers });
  const rejected = new LRUCache<string, RpcError>({ max: maxRejected, ttl: rejectedForMs });
  const meters = new LRUCache<string, CallerMeter>({ max: maxCallers });
  const keys = new IssuerKeys({
    jose,
    jwksUrl: jwt.jwksUrl,
    jwksFile,
    onUsable,
    // Cached verdicts no longer hold.
    onChange() {
      callers.clear();
      rejected.clear();
    },
  });

  /** Checks a token. Rejects with `unauthorized`. */
  async function check(token: string, digest: string): Promise<AuthenticatedCaller> {
    const { text } = keys;
    const result = await verify(token);
    // The key set changed meanwhile, and may change the result.
    if (keys.text !== text) return check(token, digest);
    if (result instanceof RpcError) {
      rejected.set(digest, result);
      throw result;
    }
    callers.set(digest, result);
    return result;
  }

  async function verify(token: string): Promise<AuthenticatedCaller | RpcError> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.keyOf, {
        issuer: jwt.issuer ?? "",
        audience,
        algorithms: [...jwt.algorithms],
        clockTolerance: jwt.clockSkewS,
        requiredClaims: ["exp"],
      });
      return toCaller(payload, protectedHeader.kid);
    } catch (caught) {
      return caught instanceof RpcError ? caught : unauthorizedError(failureReason(caught));
    }
  }

  function failureReason(caught: unknown): string {
    if (caught instanceof errors.JWTExpired) return "The token has expired; get a new one.";
    if (caught instanceof errors.JWTClaimValidationFailed)
      return `The token is not for this gateway: its claim ${caught.claim} is missing or wrong.`;
    return "The token is invalid: no key of the issuer verifies its signature; get a new one.";
  }

  function toCaller(payload: JWTPayload, kid: string | undefined): AuthenticatedCaller {
    const subject = payload.sub ?? payload.client_id ?? payload.azp;
    if (typeof subject !== "string")
      throw unauthorizedError(
        "The token has no subject: one of its claims sub, client_id and azp must be a string.",
      );
    const rights = tokenRights(payload, jwt);
    const printable = subject.replace(/[^!-~]/g, "?").slice(0, 64);
    // A subject that is altered for display gets a digest, so that two subjects never share an id.
    const id = `token:${printable === subject ? printable : `${printable.slice(0, 48)}~${digestOf(subject).slice(0, 15)}`}`;
    const signer = keys.textOf(kid);
    return {
      id,
      kind: "token",
      rights: new Rights(rights),
      restrictions: undefined,
      meter: findOrCreateMeter(meters, id, rights, false, shared),
      endsAt: ((payload.exp ?? 0) + jwt.clockSkewS) * 1000,
      digest: undefined,
      isWithdrawn: () => keys.textOf(kid) !== signer,
      audiences: [payload.aud ?? []].flat(),
    };
  }

  await keys.refresh();
  return {
    isToken: (text: string) => tokenPattern.test(text),
    /** Finds the caller of a cached token by its digest. Throws if the token was invalid; undefined if it is not cached. */
    find(digest: string): AuthenticatedCaller | undefined {
      const caller = callers.get(digest);
      if (caller !== undefined) return caller;
      const error = rejected.get(digest);
      if (error !== undefined) throw error;
      return undefined;
    },
    check,
    get meters(): readonly CallerMeter[] {
      return [...meters.values()];
    },
    close: () => keys.close(),
  };
}
