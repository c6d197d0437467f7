/** Name of the file in generated/ that holds the fingerprint. */
export const fingerprintName: string;
/** Packages whose release may change what is generated. */
export const makers: readonly string[];
/** The hash, for a document and the generated files (text by name) of the package at `root`. */
export function fingerprintOf(root: string, document: string, files: ReadonlyMap<string, string>): string;
/** True if generated/ holds what its fingerprint says, and would be generated the same again. */
export function isFresh(root: string): boolean;
