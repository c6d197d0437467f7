/** A word that can be typed, and what it means. */
export interface Word {
  readonly text: string;
  readonly meaning: string;
}

/** A flag that can be typed. */
export interface FlagWord extends Word {
  /** Whether a value follows, and which: names of files, one of these words, or any text. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** What may follow a command. */
export interface CommandWords extends Word {
  readonly flags: readonly FlagWord[];
  /** What its first word may be. */
  readonly words: readonly Word[];
}

/** Everything that a shell completes. */
export interface CompletionWords {
  readonly program: string;
  /** Every command; the one without a name is the start of a line: its words are the commands' names. */
  readonly commands: readonly CommandWords[];
}

/** Every flag of every command, once. */
export function allFlags({ commands }: CompletionWords): readonly FlagWord[] {
  const byText = new Map(commands.flatMap(({ flags }) => flags.map((flag) => [flag.text, flag] as const)));
  return [...byText.values()];
}

/** Text in single quotes, as POSIX shells read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
