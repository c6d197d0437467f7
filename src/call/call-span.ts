/** The span of a trace that a call runs under, as the steps of its way know it. */
export interface CallSpan {
  /** What is sent upstream of it: the W3C `traceparent` field. */
  readonly traceparent: string;
}
