/** Codes with which the gateway closes sockets (RFC 6455 section 7.4.1 and its registry). */
export const closeCodes = {
  /** The gateway stops. */
  goingAway: 1001,
  /** Repeated binary frames. */
  unsupportedData: 1003,
  /** The caller's key or token has ended. */
  policyViolation: 1008,
  /** A reader that is too slow. */
  tryAgainLater: 1013,
} as const;
