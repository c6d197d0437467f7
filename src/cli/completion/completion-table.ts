/** A word that the shell can offer, with the description that zsh and fish show. */
export interface Candidate {
  readonly text: string;
  readonly description: string;
}

/** A flag and the kind of its value. */
export interface FlagWord extends Candidate {
  /** The value that follows the flag: none, a file name, any text, or one of these words. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** A command and what may follow it. */
export interface CommandRow extends Candidate {
  readonly flags: readonly FlagWord[];
  /** The words that may come first after it. */
  readonly words: readonly Candidate[];
}

/** All commands. The row with an empty `text` is for the start of the line: its words are the names of the commands. */
export type CompletionTable = readonly CommandRow[];

/** The flags of all commands without duplicates. */
export function allFlags(commands: CompletionTable): readonly FlagWord[] {
  const byText = new Map(commands.flatMap(({ flags }) => flags.map((flag) => [flag.text, flag] as const)));
  return [...byText.values()];
}
