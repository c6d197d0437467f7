import { type ErrorName, errorTable } from "../../../rpc/error-table.ts";
import { statelessVersion } from "../tools/protocol-version.ts";

/** Faults of what is no message of the protocol: every version gives them a status of their own. */
const unreadable: ReadonlySet<ErrorName> = new Set([
  "parse",
  "invalidRequest",
  "invalidEnvelope",
  "headerMismatch",
  "unsupportedVersion",
]);

/**
 * The HTTP status of a message that was answered with a fault. Clients of the versions with a handshake take 400 and 404
 * for the end of the connection, so whoever names a version reads the error in an answer with 200; the version without a
 * handshake gives an unknown method 404. Callers that name none are plain HTTP, and get a status for each fault.
 */
export function httpStatusOf(fault: ErrorName, version: string | undefined): number {
  const { toolStatus } = errorTable[fault];
  if (version === undefined || unreadable.has(fault)) return toolStatus;
  return fault === "methodNotFound" && version === statelessVersion ? toolStatus : 200;
}
