/** One small change of one source file, which a test should notice. */
export interface Mutant {
  /** Path from the package's root. */
  readonly file: string;
  /** Digest of the file's text. */
  readonly digest: string;
  readonly line: number;
  /** Where the changed text begins and ends in the file. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** The file's text with the change in it. */
export function mutate(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** The key of a mutant, which differs from all others and from those of another version of its file. */
export function mutantId({ file, digest, start, before, after }: Mutant): string {
  return `${file} ${digest} ${start} ${before} => ${after}`;
}
