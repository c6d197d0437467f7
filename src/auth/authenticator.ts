import { WindowCounter } from "../limits/window-counter.ts";
import { clientBlock } from "../net/client-address.ts";
import { RpcError, retryAfterSeconds } from "../rpc/rpc-error.ts";
import type { AuthenticatedCaller, RequestSource } from "./authenticated-caller.ts";
import { digestOf, type KeyTable } from "./key-table.ts";
import { unauthorizedError } from "./rights.ts";
import type { TokenChecker } from "./token-checker.ts";

/** Longer keys and tokens are refused without a lookup. */
const maxCredentialLength = 8192;
/** Wrong keys and tokens that get a 401, per client; above this rate it gets a 429. */
const maxWrongCredentials = { name: "wrong", points: 100, durationMs: 10_000 };
/** Most clients with a count of wrong credentials. */
const maxClients = 10_000;
/** Interval of checks of callers with open sockets: a socket outlives an expired key by at most this. */
const renewEveryMs = 1000;

interface AuthenticatorOptions {
  readonly table: KeyTable;
  readonly tokens?: Pick<TokenChecker, "isToken" | "find" | "check"> | undefined;
  /** Allows calls without a key or token. */
  readonly anonymous: boolean;
  /** Address of the tools, required as an audience of their tokens. */
  readonly resource?: string | undefined;
  readonly onRefused: (source: RequestSource, error: RpcError) => void;
}

/** Finds the caller of a request by its key or token. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #wrongCredentials = new WindowCounter([maxWrongCredentials], maxClients);

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /**
   * Returns the caller with this key or token, or undefined for an anonymous one; a promise only for a token that is not cached.
   * Throws `unauthorized`, `forbidden` or `rateLimited`.
   */
  authenticate(
    credential: string | undefined,
    source: RequestSource,
  ): AuthenticatedCaller | undefined | Promise<AuthenticatedCaller> {
    const { table, tokens, anonymous } = this.#options;
    try {
      if (credential === undefined) {
        if (anonymous) return undefined;
        throw unauthorizedError(
          "This gateway requires a key or token: send either in the header Authorization, as Bearer KEY, " +
            "or a key in the header x-api-key, in the query as api-key, or as /k/KEY/ before the path.",
        );
      }
      if (credential.length > maxCredentialLength)
        throw unauthorizedError(
          `The key or token has ${credential.length} characters, more than the ${maxCredentialLength} allowed: check it.`,
        );
      const digest = digestOf(credential);
      const key = table.find(digest);
      if (key !== undefined) return admit(key, source);
      if (tokens?.isToken(credential) !== true)
        throw unauthorizedError(
          "The key or token is unknown or was revoked: check it, or ask the gateway's operator for a new one.",
        );
      const caller = tokens.find(digest);
      if (caller !== undefined) return admit(caller, source);
      this.#assertWithinLimit(source);
      return tokens.check(credential, digest).then(
        (caller) => admit(caller, source),
        (caught: unknown) => {
          throw this.#refusalError(source, caught);
        },
      );
    } catch (caught) {
      throw this.#refusalError(source, caught);
    }
  }

  /** The address of the tools; undefined if tokens are not accepted. */
  get resource(): string | undefined {
    return this.#options.tokens === undefined ? undefined : this.#options.resource;
  }

  /** Throws `unauthorized` for a token whose audiences do not include the tools. */
  assertForTools({ audiences }: AuthenticatedCaller): void {
    const { resource } = this;
    if (resource === undefined || audiences === undefined || audiences.includes(resource)) return;
    throw unauthorizedError(`The token is not for these tools: get one with the audience ${resource}.`);
  }

  /** Calls the listener when keys change, and every second, since keys may expire. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    const { table } = this.#options;
    const unwatch = table.onChange(listener);
    const timer = setInterval(listener, renewEveryMs).unref();
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }

  /** Returns the caller with its current rights; undefined if it expired, was revoked or is now restricted to other sources. */
  renew(caller: AuthenticatedCaller, source: RequestSource): AuthenticatedCaller | undefined {
    const current = caller.digest === undefined ? caller : this.#options.table.find(caller.digest);
    if (current === undefined || Date.now() >= current.endsAt || current.isWithdrawn?.()) return undefined;
    const isRestricted = current !== caller && current.restrictions?.errorFor(source) !== undefined;
    return isRestricted ? undefined : current;
  }

  /** Reports a refusal and counts wrong credentials. Returns the error, or `rateLimited` above the limit. */
  #refusalError(source: RequestSource, caught: unknown): RpcError {
    const error = RpcError.from(caught);
    this.#options.onRefused(source, error);
    if (error.kind !== "unauthorized") return error;
    const waitMs = this.#wrongCredentials.of(clientBlock(source.address)).spend(1, performance.now());
    return waitMs > 0 ? tooManyWrongCredentialsError(waitMs) : error;
  }

  /** Refuses a client with too many wrong credentials before an expensive check of its token. */
  #assertWithinLimit({ address }: RequestSource): void {
    const [left] = this.#wrongCredentials.remaining(clientBlock(address), performance.now());
    if (left !== undefined && left.points <= 0) throw tooManyWrongCredentialsError(left.ms);
  }
}

function admit(caller: AuthenticatedCaller, source: RequestSource): AuthenticatedCaller {
  if (Date.now() >= caller.endsAt) throw unauthorizedError(`The ${caller.kind} has expired; use a new one.`);
  const error = caller.restrictions?.errorFor(source);
  if (error !== undefined) throw error;
  return caller;
}

function tooManyWrongCredentialsError(waitMs: number): RpcError {
  const seconds = retryAfterSeconds(waitMs);
  return RpcError.of(
    "rateLimited",
    `This client sent too many wrong keys or tokens; try again in ${seconds} s with a valid one.`,
    { retryAfterSeconds: seconds },
  );
}
