import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import type { JwtConfig } from "../../generated/config.ts";
import { followFile } from "../files/follow-file.ts";
import { readBoundedFile } from "../files/read-bounded-file.ts";
import { fetchText } from "../net/fetch-text.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import type { AuthenticatedCaller } from "./authenticated-caller.ts";
import { type CallerMeter, findOrCreateMeter, type SharedLimits } from "./caller-meter.ts";
import { digestOf } from "./key-table.ts";
import { Rights, unauthorizedError } from "./rights.ts";
import { tokenRights } from "./token-rights.ts";

/** Shortest time between two reads of the key set because a token names an unknown key. */
const minRefreshMs = 10_000;
/** Time between two reads in any case: a key that the issuer has withdrawn is accepted no longer than this. */
const refreshMs = 300_000;
const timeoutMs = 5000;
const maxKeySetBytes = 1024 * 1024;
/** Most valid tokens to remember, and most callers to count. */
const maxKnown = 10_000;
/** Most wrong tokens to remember, and for how long. */
const maxWrong = 1000;
const wrongForMs = 5000;
const tokenPattern = /^[\w-]{10,}\.[\w-]+\.[\w-]*$/;

interface TokenCheckerOptions {
  readonly jwt: JwtConfig;
  /** Address of the tools, which is also accepted as an audience. */
  readonly resource: string | undefined;
  /** Absolute path of a file with the key set, instead of `jwt.jwksUrl`; read again when it changes. */
  readonly jwksFile: string | undefined;
  /** Undefined if this gateway counts alone. */
  readonly shared?: SharedLimits | undefined;
  /** Called after each read of the key set. If it failed, the previous set stays in force. */
  readonly onUsable: (isUsable: boolean, error?: unknown) => void;
}

/** Checks tokens (JWTs) of one issuer against its key set. */
export type TokenChecker = Awaited<ReturnType<typeof createTokenChecker>>;

/** Builds a checker and reads the key set. If that fails, tokens are refused until it can be read. */
export async function createTokenChecker(options: TokenCheckerOptions) {
  const { jwt, resource, jwksFile, shared, onUsable } = options;
  // Loaded only here: most gateways take no tokens.
  const { createLocalJWKSet, jwtVerify, errors } = await import("jose");
  const audience = [...(jwt.audience ?? []), ...(resource === undefined ? [] : [resource])];
  const callers = new LRUCache<string, AuthenticatedCaller>({ max: maxKnown });
  const wrong = new LRUCache<string, RpcError>({ max: maxWrong, ttl: wrongForMs });
  const meters = new LRUCache<string, CallerMeter>({ max: maxKnown });
  let keySet: JWTVerifyGetKey | undefined;
  let keySetText = "";
  /** The text of each key, by its id. */
  let keyTexts: ReadonlyMap<unknown, string> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = performance.now();
    try {
      const text = await (jwksFile === undefined
        ? fetchText("key set", jwt.jwksUrl ?? "", { timeoutMs, maxBytes: maxKeySetBytes })
        : readBoundedFile(jwksFile, maxKeySetBytes));
      if (text !== keySetText) {
        // Unlike a fault of JSON.parse, that of the set shows no part of the text.
        const set = parsedOrUndefined(text) as JSONWebKeySet;
        keySet = createLocalJWKSet(set);
        keySetText = text;
        keyTexts = new Map(set.keys.map((key) => [key.kid, JSON.stringify(key)]));
        // With other keys, valid tokens may be wrong, and wrong ones valid.
        callers.clear();
        wrong.clear();
      }
      onUsable(true);
    } catch (caught) {
      onUsable(false, caught);
    }
  }

  function refresh(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  /** Finds the key of a token; if it is unknown, reads the key set again. */
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      if (keySet !== undefined) return await keySet(header, token);
    } catch (caught) {
      if (!(caught instanceof errors.JWKSNoMatchingKey)) throw caught;
    }
    if (asking !== undefined || performance.now() - askedAt >= minRefreshMs) await refresh();
    if (keySet === undefined)
      throw unauthorizedError(
        `Tokens can't be checked: the issuer's keys could not be read yet; try again in ${minRefreshMs / 1000} s.`,
      );
    return keySet(header, token);
  };

  /** Checks a token. Rejects with `unauthorized`. */
  async function check(token: string, digest: string): Promise<AuthenticatedCaller> {
    const set = keySet;
    const found = await verify(token);
    // The set was read again meanwhile: by the new one the outcome may differ.
    if (keySet !== set) return check(token, digest);
    if (found instanceof RpcError) {
      wrong.set(digest, found);
      throw found;
    }
    callers.set(digest, found);
    return found;
  }

  async function verify(token: string): Promise<AuthenticatedCaller | RpcError> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
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

  /** The text of a key; of the whole set if the id is not in it, or a token names none. */
  const keyText = (kid: string | undefined) =>
    kid === undefined ? keySetText : (keyTexts.get(kid) ?? keySetText);

  function failureReason(caught: unknown): string {
    if (caught instanceof errors.JWTExpired) return "The token has expired; get a new one.";
    if (caught instanceof errors.JWTClaimValidationFailed)
      return `The token is not for this gateway: its claim ${caught.claim} is missing or wrong.`;
    return "The token is wrong: no key of the issuer verifies its signature; get a new one.";
  }

  function toCaller(payload: JWTPayload, kid: string | undefined): AuthenticatedCaller {
    const subject = payload.sub ?? payload.client_id ?? payload.azp;
    if (typeof subject !== "string")
      throw unauthorizedError(
        "The token has no subject: one of its claims sub, client_id and azp must be a text.",
      );
    const rights = tokenRights(payload, jwt);
    const printable = subject.replace(/[^!-~]/g, "?").slice(0, 64);
    // A subject that is changed to be shown gets a digest, so that two subjects never share an id.
    const id = `token:${printable === subject ? printable : `${printable.slice(0, 48)}~${digestOf(subject).slice(0, 15)}`}`;
    const signer = keyText(kid);
    return {
      id,
      kind: "token",
      rights: new Rights(rights),
      restrictions: undefined,
      meter: findOrCreateMeter(meters, id, rights, false, shared),
      endsAt: ((payload.exp ?? 0) + jwt.clockSkewS) * 1000,
      digest: undefined,
      isWithdrawn: () => keyText(kid) !== signer,
      audiences: [payload.aud ?? []].flat(),
    };
  }

  await refresh();
  const timer = setInterval(() => void refresh(), refreshMs).unref();
  const unfollow =
    jwksFile === undefined ? undefined : followFile(jwksFile, { read: refresh, onUsable: () => undefined });
  return {
    isToken: (text: string) => tokenPattern.test(text),
    /** Finds the caller of a token that was checked before, by its digest; undefined if it must be checked. Throws if it was wrong. */
    find(digest: string): AuthenticatedCaller | undefined {
      const caller = callers.get(digest);
      if (caller !== undefined) return caller;
      const refused = wrong.get(digest);
      if (refused !== undefined) throw refused;
      return undefined;
    },
    check,
    get meters(): readonly CallerMeter[] {
      return [...meters.values()];
    },
    close() {
      clearInterval(timer);
      unfollow?.();
    },
  };
}
