/** `syntax`: not JSON. `depth`: nested deeper than allowed. `shape`: JSON, but not of the expected form. */
type JsonErrorKind = "syntax" | "depth" | "shape";

/** Thrown for unusable JSON. Holds an offset and a reason, and quotes at most one character of the text. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly kind: JsonErrorKind;
  /** In characters for text, in bytes for a body. */
  readonly offset: number;

  constructor(kind: JsonErrorKind, message: string, offset: number) {
    // The offset says more than a stack trace, and capturing one is slower than the parsing.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.offset = offset;
  }
}

/** Returns the value of `read`; undefined if it throws a JsonError. */
export function unlessJsonError<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}
