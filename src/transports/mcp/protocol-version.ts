import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";

/** The oldest version of the tool protocol that is spoken (specification, Versioning). */
const oldestVersion = "2024-11-05";

/** From this version on a message stands alone: batches were taken out of the protocol. */
const firstVersionWithoutBatches = "2025-06-18";

/** Versions are dates, so they compare as text. */
export const spokenVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => version >= oldestVersion,
);

/** Whether a client may speak this version; the configured one always. */
export function isSpoken(version: string, configured: string): boolean {
  return version === configured || spokenVersions.includes(version);
}

/** The version to answer with: the client's own where it is spoken, else the configured one. */
export function negotiateVersion(asked: string, configured: string): string {
  return isSpoken(asked, configured) ? asked : configured;
}

/** Whether this version knows batches. */
export function hasBatches(version: string): boolean {
  return version < firstVersionWithoutBatches;
}
