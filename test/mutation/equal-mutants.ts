import type { Mutant } from "./find-mutants.ts";

/** Mutants of a file that no caller can tell from the file itself, and why. */
export interface EqualMutants {
  readonly file: string;
  readonly why: string;
  /** The line, without its indentation, and each change of it: `before => after`. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
}

/** They count neither as noticed nor as survivors. */
export const equalMutants: readonly EqualMutants[] = [];

/** Whether a mutant is listed as equal. */
export function isEqual(mutant: Mutant, list: readonly EqualMutants[] = equalMutants): boolean {
  return list.some(
    ({ file, changes }) =>
      file === mutant.file && changes[mutant.lineText]?.includes(changeOf(mutant)) === true,
  );
}

/** How the list writes the change of a mutant. */
export function changeOf({ before, after }: Mutant): string {
  return `${before} => ${after}`;
}

/** Entries of the list that no mutant has any more. */
export function staleEntries(
  mutants: readonly Mutant[],
  list: readonly EqualMutants[] = equalMutants,
): string[] {
  const known = new Set(mutants.map((mutant) => `${mutant.file}: ${mutant.lineText}: ${changeOf(mutant)}`));
  return list
    .flatMap(({ file, changes }) =>
      Object.entries(changes).flatMap(([line, list]) => list.map((change) => `${file}: ${line}: ${change}`)),
    )
    .filter((entry) => !known.has(entry));
}
