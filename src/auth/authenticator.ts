import { WindowCounter } from "../limits/window-counter.ts";
import { clientOf } from "../net/client-address.ts";
import { RpcError, retryAfterSeconds } from "../rpc/rpc-error.ts";
import type { RequestPlace } from "./caller-places.ts";
import { digestOf, type KeyTable } from "./key-table.ts";
import type { KnownCaller } from "./known-caller.ts";
import { unauthorized } from "./rights.ts";
import type { TokenChecker } from "./token-checker.ts";

/** Longest credential that is looked up. */
const maxCredentialLength = 8192;
/** Wrong keys and tokens of one client that are answered with 401; after those it must wait. */
const maxWrong = { name: "wrong", points: 100, durationMs: 10_000 };
/** Clients whose wrong keys and tokens are counted. */
const maxClients = 10_000;

/** How often callers with open sockets are looked up again: sockets outlive an expired key by at most this. */
const renewEveryMs = 1000;

interface AuthenticatorOptions {
  readonly table: KeyTable;
  readonly tokens?: Pick<TokenChecker, "isToken" | "known" | "check"> | undefined;
  /** Calls without a key or token are answered. */
  readonly anonymous: boolean;
  /** Address of the tools, which must be an audience of a token for them. */
  readonly resource?: string | undefined;
  /** Called for each refusal: for the audit line. */
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
   * The caller of a key or token; undefined for an anonymous one. Throws `unauthorized` and `forbidden`. A promise only for a token
   * that was not checked lately.
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
      if (tokens?.isToken(credential) !== true)
        throw unauthorized(
          "The key or token is not known here, or was revoked: check it, or ask for a new one.",
        );
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

  /** Calls back when callers must be renewed, since keys changed or may have expired, until the returned function is called. */
  onChange(listener: () => void): () => void {
    const { table } = this.#options;
    const unwatch = table.onChange(listener);
    const timer = setInterval(listener, renewEveryMs).unref();
    return () => {
      clearInterval(timer);
      unwatch();
    };
  }

  /** The caller with its current rights; undefined once it has expired, was revoked, or may not come from that place any more. */
  renew(caller: KnownCaller, place: RequestPlace): KnownCaller | undefined {
    const current = caller.digest === undefined ? caller : this.#options.table.find(caller.digest);
    if (current === undefined || Date.now() >= current.endsAt) return undefined;
    const isMisplaced = current !== caller && current.places?.fault(place) !== undefined;
    return isMisplaced ? undefined : current;
  }

  /** Reports a refusal, and counts wrong credentials: a client that guesses on must wait. */
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
  const fault = caller.places?.fault(place);
  if (fault !== undefined) throw fault;
  return caller;
}

function tooManyWrong(waitMs: number): RpcError {
  const seconds = retryAfterSeconds(waitMs);
  return RpcError.of(
    "rateLimited",
    `Too many wrong keys or tokens came from this client; try again in ${seconds} s with a right one.`,
    { data: { retryAfterSeconds: seconds }, retryAfterSeconds: seconds },
  );
}
