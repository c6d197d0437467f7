import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { RpcError } from "../../../rpc/rpc-error.ts";

const oldestVersion = "2024-11-05";

/** The version that removed batches and made every tool failure a result with `isError`. */
const june2025Version = "2025-06-18";

/** The first request of a handshake, which names the version. */
export const handshakeMethod = "initialize";

/** The stateless version, without a handshake: each request carries its version and the client's capabilities. */
export const statelessVersion = "2026-07-28";

/** The handshake versions, newest first. Versions are dates, which compare as text. */
export const handshakeVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => version >= oldestVersion && version < statelessVersion,
);

/** All supported versions, newest first. */
export const supportedVersions: readonly string[] = [statelessVersion, ...handshakeVersions];

/** True if a client may use this version. The configured one is always supported. */
export function isSupportedVersion(version: string, configured: string): boolean {
  return version === configured || supportedVersions.includes(version);
}

/** Chooses the version of a handshake: the client's if supported, else the configured one. */
export function negotiateVersion(requested: string, configured: string): string {
  if (requested === configured || handshakeVersions.includes(requested)) return requested;
  return configured === statelessVersion ? (handshakeVersions[0] ?? oldestVersion) : configured;
}

/** Throws if a version has no batches. `unit` carries a single message instead. */
export function assertHasBatches(version: string, unit: "line" | "request"): void {
  if (version < june2025Version) return;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: MCP version ${version} has no batches; send each message in its own ${unit}.`,
  );
}

/** True if this version reports a tool failure as a result instead of an error. */
export function hasErrorResults(version: string): boolean {
  return version >= june2025Version;
}
