/** `syntax`: not JSON. `depth`: JSON, but nested deeper than allowed. `shape`: JSON, but not of the form that was expected. */
type JsonErrorKind = "syntax" | "depth" | "shape";

/** Raw JSON that cannot be used. Holds a place and a reason, and quotes at most one character of the text. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  readonly kind: JsonErrorKind;
  /** Where: characters into a text, bytes into a body. */
  readonly offset: number;

  constructor(kind: JsonErrorKind, message: string, offset: number) {
    // The offset says more than a stack would, and collecting a stack is slower than finding the fault.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.offset = offset;
  }
}

/** What `read` returns; undefined if it throws a JsonError. */
export function unlessJsonError<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}
