/** The trace span that a call runs under, as the steps of the call know it. */
export interface CallSpan {
  /** The W3C `traceparent` header that goes upstream. */
  readonly traceparent: string;
}
