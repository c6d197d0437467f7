import type { IncomingMessage } from "node:http";

const realm = 'Bearer realm="svm-gateway"';

/** The `WWW-Authenticate` field of a 401 (RFC 6750): what was sent was wrong, or nothing was sent. */
export function challengeOf({ headers }: Pick<IncomingMessage, "headers">): string {
  return headers.authorization === undefined ? realm : `${realm}, error="invalid_token"`;
}
