/** Where a parameter is in the request to the upstream. */
export type LedgerPlace =
  | { readonly at: "position"; readonly index: number }
  | { readonly at: "config"; readonly field: string }
  /** A key of the one-key filter object at `index` (token accounts: mint or programId). */
  | { readonly at: "filter"; readonly index: number; readonly key: string }
  /** A key of a params object (asset methods take their parameters by name). */
  | { readonly at: "name"; readonly key: string }
  /** The params array is this list. */
  | { readonly at: "list" }
  /** Not sent: the handler uses it. */
  | { readonly at: "handler" };

/** One fault that a validator found, relative to the value it was given. */
export interface ValidationFault {
  /** JSON pointer into the value, "" for the value itself. */
  readonly path: string;
  /** What was expected, readable after the parameter's name: `must be ...`. */
  readonly message: string;
}

/** Checks one parameter's parsed value; null when it is valid. Emitted as code: nothing is compiled at run time. */
export type ParamValidator = (value: unknown) => readonly ValidationFault[] | null;

/** One parameter, in the gateway dialect's order. */
export interface ParamDescription {
  readonly name: string;
  readonly required: boolean;
  readonly aliases: readonly string[];
  /** Flat names that are accepted by name and gathered into this object: name to key. */
  readonly aliasFields?: Readonly<Record<string, string>>;
  readonly place: LedgerPlace;
  readonly validate: ParamValidator;
  /** What is expected, for messages: "a base-58 address of 32 bytes". */
  readonly expected: string;
  /** A valid value as JSON text, from the document's first example that has one. */
  readonly example: string | undefined;
  /** An object can be a valid value; if this is absent, an object is the ledger's form of the parameters. */
  readonly takesObject?: boolean;
  /** Present when the parameter is an unsigned 64-bit number: its digits are checked as text. */
  readonly uint64?: { readonly minimum: bigint; readonly maximum: bigint };
  /** JSON text that the gateway dialect sends when the caller gives no value. */
  readonly default?: string;
  /** Parameter whose text decides the default encoding: base64 or base58. */
  readonly defaultFrom?: string;
}

/**
 * When a parameter is part of a refused combination: given, absent, one of some values (JSON texts), a number from `minimum` on, or an
 * object with a value at one of some paths (`slot/lt`).
 */
export type ParamCondition =
  | "given"
  | "absent"
  | { readonly in: readonly string[] }
  | { readonly minimum: number }
  | { readonly has: readonly string[] };

/** A combination of parameters that is refused, though each is valid. */
export interface Refusal {
  readonly when: Readonly<Record<string, ParamCondition>>;
  /** The message, after the parameters' names. */
  readonly message: string;
}
