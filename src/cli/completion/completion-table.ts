/** A completion, with the description that zsh and fish show. */
export interface Candidate {
  readonly text: string;
  readonly description: string;
}

/** A flag and the kind of its value. */
export interface FlagWord extends Candidate {
  /** The kind of value the flag takes: none, a file name, any text, or one of a list of words. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** A command with its flags and first arguments. */
export interface CommandRow extends Candidate {
  readonly flags: readonly FlagWord[];
  /** Completions for its first argument. */
  readonly words: readonly Candidate[];
}

/** All commands. The row with an empty `text` completes the command itself. */
export type CompletionTable = readonly CommandRow[];

/** The flags of all commands, without duplicates. */
export function allFlags(commands: CompletionTable): readonly FlagWord[] {
  const byText = new Map(commands.flatMap(({ flags }) => flags.map((flag) => [flag.text, flag] as const)));
  return [...byText.values()];
}
