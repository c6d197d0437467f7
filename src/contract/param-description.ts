/** Where a parameter goes in the call to the upstream. */
export type ParamTarget =
  | { readonly at: "position"; readonly index: number }
  | { readonly at: "config"; readonly field: string }
  /** A key of the one-key filter object at `index` (token accounts: mint or programId). */
  | { readonly at: "filter"; readonly index: number; readonly key: string }
  /** A key of a params object (asset methods take their parameters by name). */
  | { readonly at: "name"; readonly key: string }
  /** The parameter is the params array itself. */
  | { readonly at: "list" }
  /** Used by the handler, and not sent. */
  | { readonly at: "handler" };

/** A fault of a parameter's value. */
export interface ValidationFault {
  /** JSON pointer into the value, "" for the value itself. */
  readonly path: string;
  /** What was expected, to follow the parameter's name: `must be ...`. */
  readonly message: string;
}

/** Checks a parameter's parsed value. Returns null if it is valid. Generated as code, so that nothing is compiled at run time. */
export type ParamValidator = (value: unknown) => readonly ValidationFault[] | null;

/** A parameter of a method in the gateway dialect. */
export interface ParamDescription {
  readonly name: string;
  readonly required: boolean;
  readonly aliases: readonly string[];
  /** Names that callers may give instead of this object, and the key of the object that each sets. */
  readonly aliasFields?: Readonly<Record<string, string>>;
  readonly place: ParamTarget;
  readonly validate: ParamValidator;
  /** What is expected, for messages: "a base-58 address of 32 bytes". */
  readonly expected: string;
  /** A valid value as JSON text, from the first example in the document that has one. */
  readonly example?: string | undefined;
  /** The value may be an object. Otherwise an object means that the caller uses the ledger's form of the parameters. */
  readonly takesObject?: boolean;
  /** Bounds of an unsigned 64-bit number, whose digits are checked as text. */
  readonly uint64?: { readonly minimum: bigint; readonly maximum: bigint };
  /** JSON text to send if the caller gives no value. */
  readonly default?: string;
  /** Name of the parameter whose text decides the default encoding: base64 or base58. */
  readonly defaultFrom?: string;
}

/**
 * A condition on a parameter: given, absent, equal to one of these JSON texts, a number of at least `minimum`, or an object with a value
 * at one of these paths (`slot/lt`).
 */
export type ParamCondition =
  | "given"
  | "absent"
  | { readonly in: readonly string[] }
  | { readonly minimum: number }
  | { readonly has: readonly string[] };

/** A combination of parameters that upstreams refuse although each is valid. */
export interface RefusedCombination {
  readonly when: Readonly<Record<string, ParamCondition>>;
  /** To follow the parameters' names. */
  readonly message: string;
}
