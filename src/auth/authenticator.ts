import { WindowCounter } from "../limits/window-counter.ts";
import { clientOf } from "../net/client-address.ts";
import { retryAfterSeconds } from "../rpc/retry-after.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { RequestPlace } from "./caller-places.ts";
import { digestOf, type KeyTable } from "./key-table.ts";
import type { KnownCaller } from "./known-caller.ts";

/** Longest text that is looked up: longer ones are neither keys nor tokens. */
const maxCredentialLength = 8192;
/** Wrong keys and tokens of one client in ten seconds that are answered with 401. */
const maxWrong = { name: "wrong", points: 100, durationMs: 10_000 };
/** Clients whose wrong tries are counted. */
const maxClients = 10_000;

/** How often callers with open sockets are looked up again: an expired key keeps its sockets for as long. */
const renewEveryMs = 1000;

/** Checks tokens of an identity provider. */
export interface TokenChecker {
  /** Whether a text has the form of a token. */
  isToken(text: string): boolean;
  /** The caller of a token that was checked a moment ago, by its digest; undefined if it must be checked. Throws what was wrong with it. */
  known(digest: string): KnownCaller | undefined;
  /** Checks a token that is not known. Rejects with `unauthorized`. */
  check(token: string, digest: string): Promise<KnownCaller>;
}

/** What finding callers needs. */
export interface AuthenticatorOptions {
  readonly table: KeyTable;
  readonly tokens?: TokenChecker | undefined;
  /** Calls without a key or token are answered. */
  readonly anonymous: boolean;
  /** Address of the tools, which a token for them must name. */
  readonly resource?: string | undefined;
  /** Called for each refusal, with the address and the reason: for the audit line. */
  readonly onRefused: (place: RequestPlace, fault: RpcError) => void;
}

/** Finds out who makes a request. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #wrong = new WindowCounter([maxWrong], maxClients);

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /**
   * The caller of what a request presents; undefined for an anonymous one. Throws `unauthorized` and `forbidden`. A promise only for
   * a token that was not checked lately.
   */
  authenticate(
    credential: string | undefined,
    place: RequestPlace,
  ): KnownCaller | undefined | Promise<KnownCaller> {
    const { table, tokens, anonymous } = this.#options;
    try {
      if (credential === undefined) {
        if (anonymous) return undefined;
        throw unauthorized(
          "This gateway answers known callers only: send a key or a token as Authorization: Bearer KEY, " +
            "or a key as x-api-key, ?api-key=KEY or /k/KEY/ before the path.",
        );
      }
      if (credential.length > maxCredentialLength)
        throw unauthorized(`The key or token has ${credential.length} characters, and none is that long.`);
      const digest = digestOf(credential);
      const key = table.find(digest);
      if (key !== undefined) return admit(key, place);
      if (tokens?.isToken(credential) !== true) throw unknownCredential();
      const known = tokens.known(digest);
      if (known !== undefined) return admit(known, place);
      this.#assertFewWrong(place);
      return tokens.check(credential, digest).then(
        (caller) => admit(caller, place),
        (caught: unknown) => {
          throw this.#refusal(place, caught);
        },
      );
    } catch (caught) {
      throw this.#refusal(place, caught);
    }
  }

  /** The address of the tools, if tokens are taken for them. */
  get resource(): string | undefined {
    return this.#options.tokens === undefined ? undefined : this.#options.resource;
  }

  /** Throws `unauthorized` for a token that is not meant for the tools. */
  assertForTools({ audiences }: KnownCaller): void {
    const { resource } = this;
    if (resource === undefined || audiences === undefined || audiences.includes(resource)) return;
    throw unauthorized(`The token is not for these tools: its audience must be ${resource}.`);
  }

  /** Calls back when callers must be renewed: keys changed, or time went by that may have ended one. Returns how to stop that. */
  onChange(listener: () => void): () => void {
    const { table } = this.#options;
    const unwatch = table.onChange(listener);
    const timer = setInterval(listener, renewEveryMs).unref();
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }

  /** The caller as it is after a change of the keys or as time passes; undefined once it is not known any more, or not from there. */
  renew(caller: KnownCaller, place: RequestPlace): KnownCaller | undefined {
    const current = caller.digest === undefined ? caller : this.#options.table.find(caller.digest);
    if (current === undefined || Date.now() >= current.endsAt) return undefined;
    return current === caller || current.places?.includes(place) !== false ? current : undefined;
  }

  /** Counts a refusal of a wrong credential; a client that goes on guessing is told to wait. */
  #refusal(place: RequestPlace, caught: unknown): RpcError {
    const fault = RpcError.from(caught);
    this.#options.onRefused(place, fault);
    if (fault.kind !== "unauthorized") return fault;
    const waitMs = this.#wrong.spend(clientOf(place.address ?? ""), 1, performance.now());
    return waitMs > 0 ? tooManyWrong(waitMs) : fault;
  }

  /** Checking a token costs far more than looking up a key. */
  #assertFewWrong({ address }: RequestPlace): void {
    const [left] = this.#wrong.left(clientOf(address ?? ""), performance.now());
    if (left !== undefined && left.points <= 0) throw tooManyWrong(left.ms);
  }
}

function admit(caller: KnownCaller, place: RequestPlace): KnownCaller {
  if (Date.now() >= caller.endsAt) throw unauthorized(`The ${caller.kind} has expired; use a new one.`);
  caller.places?.assertFrom(place);
  return caller;
}

/** The error for a request without a valid key or token. */
export function unauthorized(message: string): RpcError {
  return RpcError.of("unauthorized", message);
}

function unknownCredential(): RpcError {
  return unauthorized("The key or token is not known here, or was revoked: check it, or ask for a new one.");
}

function tooManyWrong(waitMs: number): RpcError {
  const seconds = retryAfterSeconds(waitMs);
  return RpcError.of(
    "rateLimited",
    `Too many wrong keys or tokens came from this client; try again in ${seconds} s with a right one.`,
    { data: { retryAfterSeconds: seconds }, retryAfterSeconds: seconds },
  );
}
