import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import { followFile, type OnUsable } from "../files/follow-file.ts";
import { readBoundedFile } from "../files/read-bounded-file.ts";
import { fetchText } from "../net/fetch-text.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { unauthorizedError } from "./rights.ts";

/** Minimum time between reads of the key set for tokens with an unknown key. */
const minRefreshMs = 10_000;
/** Interval of regular reads: a key that the issuer withdraws is accepted no longer than this. */
const refreshMs = 300_000;
const timeoutMs = 5000;
const maxKeySetBytes = 1024 * 1024;

interface IssuerKeysOptions {
  readonly jose: Pick<typeof import("jose"), "createLocalJWKSet" | "errors">;
  readonly jwksUrl: string | undefined;
  /** Absolute path of a file with the key set, instead of `jwksUrl`; reread when it changes. */
  readonly jwksFile: string | undefined;
  /** Called after each read of the key set. After a failed one, the previous set stays in use. */
  readonly onUsable: OnUsable;
  readonly onChange: () => void;
}

/** The public keys of an issuer of tokens. Call `refresh` once; they are then reread regularly, and for a token with an unknown key. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #unfollow: (() => void) | undefined;
  #keySet: JWTVerifyGetKey | undefined;
  #text = "";
  /** JSON text of each key, by id. */
  #keyTexts: ReadonlyMap<unknown, string> = new Map();
  #lastReadAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    const { jwksFile } = options;
    const read = () => this.refresh();
    this.#timer = setInterval(read, refreshMs).unref();
    this.#unfollow =
      jwksFile === undefined ? undefined : followFile(jwksFile, { read, onUsable: () => undefined });
  }

  /** JSON text of the whole set. */
  get text(): string {
    return this.#text;
  }

  /** JSON text of a key, or of the whole set if the id is unknown or missing. */
  textOf(kid: string | undefined): string {
    return (kid === undefined ? undefined : this.#keyTexts.get(kid)) ?? this.#text;
  }

  /** Finds the key of a token; rereads the key set for an unknown one. */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    const { errors } = this.#options.jose;
    try {
      if (this.#keySet !== undefined) return await this.#keySet(header, token);
    } catch (caught) {
      if (!(caught instanceof errors.JWKSNoMatchingKey)) throw caught;
    }
    if (this.#reading !== undefined || performance.now() - this.#lastReadAt >= minRefreshMs)
      await this.refresh();
    if (this.#keySet === undefined)
      throw unauthorizedError(
        `Tokens can't be checked: the issuer's keys could not be read yet; try again in ${minRefreshMs / 1000} s.`,
      );
    return this.#keySet(header, token);
  };

  /** Reads the key set, or waits for a read in progress. Never rejects. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unfollow?.();
  }

  async #read(): Promise<void> {
    const { jose, jwksUrl, jwksFile, onUsable, onChange } = this.#options;
    this.#lastReadAt = performance.now();
    try {
      const text = await (jwksFile === undefined
        ? fetchText("key set", jwksUrl ?? "", { timeoutMs, maxBytes: maxKeySetBytes })
        : readBoundedFile(jwksFile, maxKeySetBytes));
      if (text !== this.#text) {
        // An error of createLocalJWKSet, unlike one of JSON.parse, quotes no part of the text.
        const set = parsedOrUndefined(text) as JSONWebKeySet;
        this.#keySet = jose.createLocalJWKSet(set);
        this.#text = text;
        this.#keyTexts = new Map(set.keys.map((key) => [key.kid, JSON.stringify(key)]));
        onChange();
      }
      onUsable(true);
    } catch (caught) {
      onUsable(false, caught);
    }
  }
}
