import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { RpcError } from "../../../rpc/rpc-error.ts";

const oldestVersion = "2024-11-05";

/** From this version on there are no batches, and every failure of a tool is a result with `isError`. */
const june2025Version = "2025-06-18";

/** The request with which a client that makes a handshake begins; it names the version. */
export const handshakeMethod = "initialize";

/** The version without a handshake: each request carries its version and the client's capabilities. */
export const statelessVersion = "2026-07-28";

/** Versions with a handshake, newest first. Versions are dates, so they compare as text. */
export const handshakeVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => version >= oldestVersion && version < statelessVersion,
);

/** Every version that is supported, newest first. */
export const supportedVersions: readonly string[] = [statelessVersion, ...handshakeVersions];

/** Whether a client may use this version. The configured one is always supported. */
export function isSupportedVersion(version: string, configured: string): boolean {
  return version === configured || supportedVersions.includes(version);
}

/** The version to answer a handshake with: the client's own if supported, else the configured one. */
export function negotiateVersion(asked: string, configured: string): string {
  if (asked === configured || handshakeVersions.includes(asked)) return asked;
  return configured === statelessVersion ? (handshakeVersions[0] ?? oldestVersion) : configured;
}

/** Throws if a version has no batches; `where` is what each message needs instead. */
export function assertHasBatches(version: string, where: "line" | "request"): void {
  if (version < june2025Version) return;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: version ${version} of MCP has no batches; send each message in a ${where} of its own.`,
  );
}

/** Whether this version answers a tool's failure as a result, not as an error. */
export function hasErrorResults(version: string): boolean {
  return version >= june2025Version;
}
